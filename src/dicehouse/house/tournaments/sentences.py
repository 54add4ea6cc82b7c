"""What happened in tournaments, in plain words; `house.sentences` has these sentences with all others."""

from collections.abc import Callable
from typing import Any, Final

from dicehouse.house.tournaments import (
    advancing,
    changing,
    conduct,
    directing,
    entering,
    finishing,
    preparing,
    rounds,
    ruling,
    seating,
    spinning,
    wagering,
)
from dicehouse.money import as_money


def _listed(names: Any) -> str:
    return ", ".join(names) or "nobody"


def _started(it: rounds.RoundStarted) -> str:
    bank = f"a bank of {as_money(it.bank)}" if it.bank else "the banks they have"
    return f"Round {it.round} of {it.tournament} began with {len(it.seats)} players and {bank}"


def _closed(it: wagering.TournamentBettingClosed) -> str:
    whole = sum(one.stake for wagers in it.staked.values() for one in wagers)
    missed = f"; {_listed((*it.missed, *it.out))} staked too little" if it.missed or it.out else ""
    opened = f", {len(it.opened)} of them secret" if it.opened else ""
    made = sum(map(len, it.staked.values()))
    return f"Betting closed for spin {it.spin} at {it.table}: {made} wagers of {as_money(whole)}{opened}{missed}"


def _settled(it: spinning.TournamentSpinSettled) -> str:
    out = f", and {_listed(it.out)} went out" if it.out else ""
    return f"Spin {it.spin} at {it.table} was {_dice(it.dice)}{out}"


def _dice(dice: Any) -> str:
    return "-".join(map(str, dice))


def _ended(it: advancing.RoundEnded) -> str:
    out = f" go on, and {_listed(it.out)} do not" if it.out else ", in this order"
    return f"Round {it.round} of {it.tournament} is over: {_listed(it.through)}{out}"


def _penalised(it: conduct.PlayerPenalised) -> str:
    did = {
        "warn": "was warned",
        "chips": f"lost {as_money(it.chips)} in chips",
        "lose-wager": f"lost a wager of {as_money(it.chips)}",
        "disqualify": f"was disqualified and lost {as_money(it.chips)} in chips",
    }.get(it.action, it.action)
    return f"{it.person} {did} in {it.tournament} for {it.what}: {it.reason}"


def _decided(it: ruling.TournamentDisputeDecided) -> str:
    after = ", with advice on complaints" if it.advised else ", and the person is not satisfied" * it.unsatisfied
    return f"The director decided {it.dispute} in {it.tournament} for good{after}: {it.decision}"


def _finished(it: finishing.TournamentFinished) -> str:
    won = ", ".join(f"{each.person} {as_money(each.prize)}" for each in it.places if each.prize)
    return f"Tournament {it.tournament} is over, and of {as_money(it.pool)} the winners have {won or 'nothing'}"


def _cancelled(it: finishing.TournamentCancelled) -> str:
    back = as_money(sum(it.refunds.values()))
    return f"Tournament {it.tournament} was called off with {back} to give back: {it.reason}"


def _played_off(it: spinning.PlayOffSettled) -> str:
    won = ", ".join(f"{who} {as_money(amount)}" for who, amount in it.won.items())
    return f"Players of {it.tournament} who were equal played an extra spin of {_dice(it.dice)}: {won or 'nobody'}"


SENTENCES: Final[dict[type, str | Callable[[Any], str]]] = {
    preparing.TournamentFiled: "Tournament {tournament} has version {version} of its terms",
    preparing.TournamentApproved: "The house approved version {version} of the terms of {tournament}",
    preparing.TermsOffered: "Patrons can have version {version} of the terms of {tournament}: {where}",
    preparing.InspectorateNotified: "{to} of the inspectorate was told of {tournament} in version {version}",
    preparing.TablesDesignated: lambda it: f"Tables of {it.tournament}: {_listed(it.tables)}",
    directing.DirectorAppointed: "{person} directs {tournament}",
    directing.DeputyAppointed: "{person} is a deputy of the director of {tournament}",
    directing.DirectorLeft: "{person} is away from {tournament}, and {deputy} stands in",
    directing.DirectorReturned: "{person} is back at {tournament}",
    directing.StartMoved: "Round {round} of {tournament} starts at {to}: {reason}",
    directing.PlayersBriefed: lambda it: (
        f"{_listed(it.understood)} were briefed for {it.tournament}, with a bank of {as_money(it.bank)} for all"
    ),
    directing.SpinPractised: lambda it: f"A practice spin at {it.table} was {_dice(it.dice)}",
    entering.TournamentEntered: "{person} entered {tournament} for {amount} and accepted version {version}",
    entering.StaffEntryApproved: "{by} let {person}, who is staff, play in {tournament}",
    entering.TournamentTermsAccepted: "{person} accepted version {version} of the terms of {tournament}",
    entering.ApplicationRefused: "{person} may not enter {tournament}: {reason}",
    changing.EntryWithdrawn: "{person} withdrew from {tournament} with {amount} back",
    changing.SubstituteNominated: "{substitute} took over the entry of {person} in {tournament}",
    changing.TournamentChipsBought: lambda it: (
        f"{it.person} bought {as_money(it.chips)} in chips of {it.tournament} for {as_money(it.amount)} as a {it.what}"
    ),
    seating.SeatsPromised: lambda it: (
        f"What the seats of round {it.round} of {it.tournament} are drawn from was promised"
        f"{', when it was known who plays' if it.late else ''}, of hash {it.commitment}"
    ),
    rounds.RoundStarted: _started,
    rounds.RepechageSkipped: "There is no repechage in round {round} of {tournament}: {reason}",
    rounds.RoundPaused: "Play in {tournament} was paused: {reason}",
    rounds.RoundResumed: "Play in {tournament} goes on",
    rounds.TimeAdded: "The round of {tournament} ends at {ends}: {reason}",
    wagering.WagerSealed: "{person} handed in a secret wager at {table}",
    wagering.TournamentBettingClosed: _closed,
    spinning.TournamentSpinSettled: _settled,
    spinning.TournamentSpinVoid: "Spin {spin} at {table} had no result: {reason}",
    spinning.PlayOffSettled: _played_off,
    advancing.TableEnded: lambda it: (
        f"Play at {it.table} ended early, {'as all agreed' if it.why == 'agreed' else 'as it was certain who goes on'}"
    ),
    advancing.RoundEnded: _ended,
    conduct.PlayerPenalised: _penalised,
    conduct.PlayerRetired: lambda it: (
        f"{it.person} retired from {it.tournament} {'and keeps a place' if it.placed else 'without a place'}"
    ),
    ruling.TournamentDisputed: "{person} asks the director of {tournament} for a ruling, as {dispute}: {about}",
    ruling.TournamentDisputeDecided: _decided,
    ruling.TournamentDisputeAdvised: "{person} was told of the right to complain to {regulator} of {dispute}",
    finishing.TournamentFinished: _finished,
    finishing.TournamentCancelled: _cancelled,
    finishing.TournamentPaid: "{person} was paid {amount} of {tournament} by {form}",
    finishing.TournamentResultsPublished: "The results of {tournament} were published: {where}",
}
