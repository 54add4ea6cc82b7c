"""What happened in promotions, in plain words; `house.sentences` has these sentences with all others."""

from collections.abc import Callable
from typing import Any, Final

from dicehouse.house.promotions import awarding, disputing, drawing, entering, publishing, recounting
from dicehouse.money import as_money


def _amended(it: publishing.TermsAmended) -> str:
    by = f", approved by {it.reference}" if it.reference else ""
    on = f" of {it.approved:%Y-%m-%d}" if it.approved else ""
    return f"Promotion {it.promotion} has version {it.version} of its terms{by}{on}"


def _counted(it: entering.PlayCounted) -> str:
    earned = "no entry yet" if not it.entries else "1 entry" if it.entries == 1 else f"{it.entries} entries"
    return f"{as_money(it.staked)} that {it.person} staked at {it.table} earned {earned} in {it.promotion}"


def _recounted(it: recounting.PlayRecounted) -> str:
    earned = (
        f"{abs(it.entries)} {'entry' if abs(it.entries) == 1 else 'entries'} {'fewer' if it.entries < 0 else 'more'}"
    )
    return (
        f"{as_money(it.staked)} instead of {as_money(it.was)} counts for {it.person} in round {it.round} at "
        f"{it.table}, with {earned if it.entries else 'the same entries'} in {it.promotion}: {it.reason}"
    )


def _opened(it: drawing.DrawOpened) -> str:
    who = ", ".join(f"{won.person} (prize {won.prize})" for won in it.winners)
    return f"The draw of {it.promotion} was opened, and the winners are {who or 'nobody'}"


def _told(it: awarding.WinnerTold) -> str:
    how = f"by {it.channel}, {'and reached' if it.reached else 'and not reached'}{', late' if it.late else ''}"
    said = f": {it.said}" if it.said else ""
    return f"{it.person} was to be told of prize {it.prize} of {it.promotion} {how}{said}"


def _denied(it: awarding.ClaimDenied) -> str:
    value = as_money(it.value)
    return f"Claim {it.claim} of {it.person} to a prize of {it.promotion} over {value} was denied: {it.reason}"


def _awarded(it: awarding.PrizeAwarded) -> str:
    forms = " and ".join(it.parts) or "nothing"
    return f"{it.person} was given prize {it.prize} of {it.promotion} over {as_money(it.value)} as {forms}"


def _decided(it: disputing.PromotionDisputeDecided) -> str:
    after = ", with advice on complaints" if it.advised else ", and the person is not satisfied" * it.unsatisfied
    return f"Dispute {it.dispute} about {it.promotion} was decided for good{after}: {it.decision}"


SENTENCES: Final[dict[type, str | Callable[[Any], str]]] = {
    publishing.TermsFiled: "Version {version} of the terms of {promotion} was filed with the regulator",
    publishing.PromotionPublished: "Promotion {promotion} is public in version {version}",
    publishing.AmendmentProposed: "A change of the terms of {promotion} was proposed: {reason}",
    publishing.TermsAmended: _amended,
    publishing.TermsResubmitted: "Version {version} of the terms of {promotion} was resubmitted as {reference}",
    entering.PlayCounted: _counted,
    recounting.PlayRecounted: _recounted,
    entering.PersonShutOut: "{person} can neither enter {promotion} nor win: {reason}",
    drawing.DrawCommitted: "The house promised a secret for the draw of {promotion}, of hash {commitment}",
    drawing.EntriesSealed: "{entries} entries of {persons} persons in {promotion} were sealed as {hash}",
    drawing.DrawWitnessed: "{scrutineer} oversees the draw of {promotion} and chose the word {word}",
    drawing.DrawOpened: _opened,
    drawing.DrawStopped: "The draw of {promotion} was stopped, to {what} it: {reason}",
    drawing.DrawResumed: "The draw of {promotion} goes on: {reason}",
    awarding.WinnerTold: _told,
    awarding.PrizeClaimed: lambda it: f"{it.person} claimed prize {it.prize} of {it.promotion} by claim {it.claim}",
    awarding.ClaimDenied: _denied,
    awarding.PrizeAwarded: _awarded,
    awarding.ResultsPublished: "The results of {promotion} were published: {where}",
    disputing.PromotionDisputed: "{person} disputes something about {promotion}, as {dispute}: {about}",
    disputing.PromotionDisputeDecided: _decided,
    disputing.PromotionDisputeAdvised: "{person} was told of the right to complain to {regulator} of {dispute}",
}
