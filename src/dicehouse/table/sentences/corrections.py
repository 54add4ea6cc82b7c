"""Sentences of what was put right: invalid outcomes, wrong payments, disputes and complaints."""

from collections.abc import Mapping
from typing import Final

from dicehouse.money import as_money
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    complaints,
    disputes,
    enquiries,
    invalidation,
    mispayments,
    paid,
    payment_report,
    rectifying,
)
from dicehouse.table.orders import Event
from dicehouse.table.sentences.words import Sentence, at_seat, because, counted, faces, in_whose_favour


def _invalidated(book: Rulebook, it: invalidation.OutcomeInvalidated) -> str:
    ground = {"disrupted": "it was disrupted", "fraud": "of fraud"}[it.ground]
    dice = f" of {faces(book, it.dice)}" if it.dice else ""
    return f"The outcome{dice} in round {it.round} was invalidated because {ground}: {it.reason}"


def _dispute_decided(_: Rulebook, it: disputes.DisputeDecided) -> str:
    absent = f" by a {it.role}, as nobody who decides first was on duty" if it.absent else ""
    return f"Dispute {it.dispute} was decided {'finally ' * it.final}{in_whose_favour(it)}{absent}: {it.ruling}"


def _mispaid(_: Rulebook, it: mispayments.MispaymentRecorded) -> str:
    way = "too much" if it.paid > it.due else "too little"
    to = f" to {it.person}" if it.person else ""
    return (
        f"{as_money(it.paid)} was paid{to} where {as_money(it.due)} was due, which is {way}; it goes by {it.mispayment}"
    )


def _enquiry(_: Rulebook, it: enquiries.EnquiryRecorded) -> str:
    return f"An enquiry into {it.mispayment} found: {it.found}" + ("; fraud is suspected" if it.suspected else "")


def _rectified(_: Rulebook, it: rectifying.MispaymentRectified) -> str:
    who = "came back to the house" if it.back else "was paid"
    left = f"; {as_money(it.left)} is left" if it.left else ""
    checks = f", {it.checks} {it.colour} checks of it," if it.checks else ""
    return f"{as_money(it.amount)} of {it.mispayment}{checks} {who} {at_seat(it.seat, 'away from the table')}{left}"


def _referred(_: Rulebook, it: mispayments.MispaymentReferred) -> str:
    who = f"{it.person} is owed" if it.amount > 0 else f"{it.person} owes"
    return f"{who} {as_money(abs(it.amount))} by {it.mispayment}, which is left to the cage"


def _payment_report(_: Rulebook, it: payment_report.PaymentReportSent) -> str:
    large = counted(len(it.errors), "payment error", "payment errors")
    late = ", after that month was over" if it.late else ""
    return f"{it.regulator} was informed of {large} of {it.month} by {it.by}{late}: {it.reference}"


def _seat_paid(_: Rulebook, it: paid.SeatPaid) -> str:
    if it.amount < 0:
        return f"{as_money(-it.amount)} was taken back from seat {it.seat}, which keeps {as_money(it.paid)}"
    return f"Seat {it.seat} was paid {as_money(it.amount)}"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    invalidation.OutcomeInvalidated: _invalidated,
    invalidation.WagerVoidedForFraud: "Wager {bet} is void because of fraud: {reason}",
    mispayments.MispaymentRecorded: _mispaid,
    enquiries.EnquiryRecorded: _enquiry,
    enquiries.AttemptLogged: "An attempt to put {mispayment} right was logged ({how}): {words}",
    rectifying.MispaymentRectified: _rectified,
    mispayments.MispaymentReferred: _referred,
    payment_report.PaymentReportSent: _payment_report,
    paid.SeatPaid: _seat_paid,
    enquiries.RegulatorInformed: "{regulator} was told of {mispayment}: {words}",
    enquiries.MispaymentClosed: lambda _, it: (
        f"Mispayment {it.mispayment} was closed with {as_money(it.left)} left{because(it.reason)}"
    ),
    disputes.DisputeRaised: "{person} disputes: {about}",
    disputes.DisputeDecided: _dispute_decided,
    disputes.ReviewAsked: "{person} asked for a review of dispute {dispute}",
    disputes.DisputeReviewed: lambda _, it: f"Dispute {it.dispute} was reviewed {in_whose_favour(it)}: {it.ruling}",
    disputes.DisputeDecidedFinally: lambda _, it: (
        f"Dispute {it.dispute} was decided finally {in_whose_favour(it)}: {it.ruling}"
    ),
    disputes.DecisionAccepted: "{person} accepted the decision on dispute {dispute}",
    complaints.ComplaintAdvised: "{person} was told to complain to {regulator}",
    complaints.ComplaintLodged: "{person} complained to {regulator}: {words}",
}
