"""Significant events: openings, malfunctions, voids, exclusions, corrections, mispayments, overrides and prizes."""

from typing import Final

from dicehouse.house import (
    cage,
    inquiries,
    jackpot_corrections,
    jackpot_rounds,
    jackpots,
    patrons,
    payouts,
    pins,
    tickets,
    trays,
)
from dicehouse.house.promotions import awarding, drawing, entering, publishing
from dicehouse.reports.report import Asked, Cell, Column, Kind, Note, Report
from dicehouse.reports.walk import Walk
from dicehouse.reports.words import about, called
from dicehouse.table import (
    Event,
    cards,
    conduct,
    craps_roll,
    credits_in_doubt,
    dealt_result,
    disputes,
    electronic,
    enquiries,
    faults,
    invalidation,
    limits,
    meter,
    mispayments,
    opening,
    payment_report,
    people,
    program,
    rectifying,
    sales,
    server,
    settlement,
    terminals,
    throw,
    withheld_winnings,
)

COLUMNS: Final = (
    Column("at", Kind.MOMENT),
    Column("where"),
    Column("matter"),
    Column("what"),
    Column("about"),
    Column("by"),
    Column("role"),
    Column("clause"),
)

_OPENING: Final[dict[type[Event], tuple[str, ...]]] = {
    opening.TableOpened: ("rulebook", "float", "acknowledged"),
    opening.TableClosed: ("float", "drop", "tokens", "cashless"),
    program.ProgramStarted: ("version", "program"),
}
_MALFUNCTION: Final[dict[type[Event], tuple[str, ...]]] = {
    terminals.TerminalFailed: ("seat", "kind", "said", "round"),
    terminals.TerminalWagersConfirmed: ("seat", "round", "log", "as_recorded"),
    terminals.TerminalRectified: ("seat", "done"),
    server.ServerFailed: ("kind", "error"),
    server.ServerRectified: ("done",),
    faults.LightsFailed: ("what", "stops"),
    faults.EquipmentFailed: ("what", "stops"),
    faults.FaultRectified: ("done",),
}
_VOID: Final[dict[type[Event], tuple[str, ...]]] = {
    dealt_result.NoResultCalled: ("reason",),
    throw.NoRollCalled: ("reason",),
    electronic.RoundVoided: ("round", "reason"),
    terminals.TerminalWagersVoided: ("seat", "round", "reason"),
    cards.WagersInvalidated: ("bets", "grounds"),
    invalidation.OutcomeInvalidated: ("round", "ground", "reason", "dice"),
    invalidation.WagerVoidedForFraud: ("bet", "reason"),
    conduct.PersonsWagersVoided: ("person", "reason"),
    settlement.WagersForfeited: ("why",),
    tickets.TicketVoided: ("ticket", "person", "amount", "reason"),
}
_EXCLUSION: Final[dict[type[Event], tuple[str, ...]]] = {
    conduct.ContraventionRecorded: ("what",),
    conduct.PersonExcluded: ("person", "out_of", "reason"),
    conduct.ExclusionRecommended: ("person", "reason"),
    conduct.PersonDetained: ("person", "reason"),
    entering.PersonShutOut: ("promotion", "person", "reason"),
    people.VacateRequired: ("seat", "person", "grounds"),
    patrons.CardSuspended: ("patron", "number", "reason"),
}
_CORRECTION: Final[dict[type[Event], tuple[str, ...]]] = {
    dealt_result.ResultEntered: ("corrects", "dice"),
    craps_roll.RollCalled: ("corrects", "dice"),
    craps_roll.TopFaceJudged: ("corrects", "dice"),
    meter.CreditAdjusted: ("seat", "amount", "owed", "reason"),
    sales.SaleReversed: ("sale", "seat", "person", "amount", "with_", "reason"),
    jackpots.JackpotAdjusted: ("pool", "failed", "old", "new", "form", "reason"),
    jackpot_corrections.RoundCorrected: ("round", "turnover", "reason"),
    trays.TrayCounted: ("when", "counted", "difference"),
    trays.DropBoxCounted: ("box", "counted", "difference"),
}
_MISPAYMENT: Final[dict[type[Event], tuple[str, ...]]] = {
    mispayments.MispaymentRecorded: ("mispayment", "of", "person", "due", "paid"),
    rectifying.MispaymentRectified: ("mispayment", "amount", "left"),
    mispayments.MispaymentReferred: ("mispayment", "person", "amount"),
    enquiries.RegulatorInformed: ("mispayment", "regulator"),
    enquiries.MispaymentClosed: ("mispayment", "left", "reason"),
    payment_report.PaymentReportSent: ("month", "regulator", "reference", "late"),
}
_OVERRIDE: Final[dict[type[Event], tuple[str, ...]]] = {
    limits.PersonalLimitsSet: ("seat", "limits"),
    disputes.DisputeReviewed: ("dispute", "ruling", "upheld"),
    disputes.DisputeDecidedFinally: ("dispute", "ruling", "upheld"),
    payouts.FormChanged: ("payout", "asked", "form", "reason"),
    payouts.PaymentDelayed: ("payout", "until", "agreed_by", "reason"),
    cage.SentReturned: ("sent", "amount", "reason"),
    patrons.CardReinstated: ("patron", "number", "reason"),
    pins.CardUnlocked: ("patron", "number", "reason"),
    patrons.PolicySet: ("policy",),
    publishing.TermsAmended: ("promotion", "version", "reference"),
    drawing.DrawStopped: ("promotion", "what", "reason"),
    drawing.DrawResumed: ("promotion", "reason"),
}
_PRIZE: Final[dict[type[Event], tuple[str, ...]]] = {
    jackpot_rounds.JackpotWon: ("pool", "prize"),
    jackpots.JackpotOffered: ("pool",),
    jackpots.JackpotChangeSet: ("pool",),
    withheld_winnings.WinningsWithheld: ("person", "reason"),
    withheld_winnings.WinningsReleased: ("person", "outcome", "amount", "reason"),
    credits_in_doubt.CreditsWithheld: ("seat", "person", "amount", "reason"),
    credits_in_doubt.CreditsDecided: ("taken_at", "person", "outcome", "amount", "reason"),
    inquiries.PaymentWithheld: ("kind", "of", "person", "amount", "reason"),
    awarding.PrizeAwarded: ("promotion", "claim", "person", "value"),
    awarding.ClaimDenied: ("promotion", "claim", "person", "value", "reason"),
    inquiries.ReturnDemanded: ("of", "person", "amount", "reason"),
    inquiries.Determined: ("kind", "of", "person", "pay", "amount", "reason"),
}
TOLD: Final[dict[type[Event], tuple[str, tuple[str, ...]]]] = {
    kind: (matter, fields)
    for matter, kinds in {
        "opening": _OPENING,
        "malfunction": _MALFUNCTION,
        "void": _VOID,
        "exclusion": _EXCLUSION,
        "correction": _CORRECTION,
        "mispayment": _MISPAYMENT,
        "override": _OVERRIDE,
        "prize": _PRIZE,
    }.items()
    for kind, fields in kinds.items()
}
"""Of each kind of event, the matter it belongs to and what is told of it."""

ONLY_IF: Final = {
    dealt_result.ResultEntered: "corrects",
    craps_roll.RollCalled: "corrects",
    craps_roll.TopFaceJudged: "corrects",
    trays.TrayCounted: "difference",
    trays.DropBoxCounted: "difference",
}
"""Events that are significant only where something was put right or differed."""


def significant_events(walk: Walk, asked: Asked) -> Report:
    rows: list[tuple[Cell, ...]] = []
    for record in walk:
        for event in record.events:
            found = TOLD.get(type(event))
            if found is None or not asked.wants(record, event):
                continue
            matter, fields = found
            if type(event) in ONLY_IF and not getattr(event, ONLY_IF[type(event)]):
                continue
            where = record.table_of(event) or "the house"
            told = about(event, fields)
            rows.append(
                (event.at, where, matter, called(event), told, event.by, event.role, record.clause(event))
            )  # fmt: skip
    return Report(
        title="Significant events",
        columns=COLUMNS,
        rows=rows,
        notes=(Note(f"{len(rows)} in all. A clause is missing where the document is silent."),),
    )
