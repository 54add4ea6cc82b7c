"""What happened, in one sentence for each kind of event.

A sentence is a text with the event's own fields in it, or a function where the words depend on them. Money is in
dollars, dice are called by what stands on them, and a clock shows hours, minutes and seconds.
"""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any, Final

from dicehouse.diagram.words import NUMBERS
from dicehouse.money import dollars
from dicehouse.rulebooks import Rulebook
from dicehouse.table import (
    box,
    brought,
    call_bets,
    cards,
    checks_away,
    chips,
    colours,
    complaints,
    conduct,
    dealt,
    dice_set,
    disputes,
    doubted,
    electronic,
    enquiries,
    equipment,
    faults,
    invalidation,
    late_bets,
    limits,
    losses,
    meter,
    mispayments,
    notices,
    opening,
    paid,
    payment_report,
    people,
    program,
    rectifying,
    sales,
    sealing,
    server,
    settlement,
    settling,
    shooter,
    standing,
    streak,
    terminals,
    throw,
    tray,
    wagering,
)
from dicehouse.table.orders import Event
from dicehouse.table.state import Settled

Sentence = str | Callable[[Rulebook, Any], str]

MONEY: Final = frozenset(
    ("amount", "stake", "paid", "due", "left", "float", "drop", "tokens", "chips", "value", "plays", "excess", "owed")
)
"""Fields that are cents where they are numbers."""


def sentence(book: Rulebook, event: Event) -> str:
    """What an event says for itself, without its clause."""
    made = SENTENCES[type(event)]
    said = made.format_map(_fields(event)) if isinstance(made, str) else made(book, event)
    return said[:1].upper() + said[1:]


def _fields(event: Event) -> dict[str, object]:
    late_bets = {name: getattr(event, name) for name in event.__struct_fields__}
    for name, value in late_bets.items():
        if isinstance(value, datetime):
            late_bets[name] = clock(value)
        elif name in MONEY and isinstance(value, int):
            late_bets[name] = dollars(value)
    return late_bets


# --- words that several sentences share


def faces(book: Rulebook, dice: Sequence[int]) -> str:
    """Dice as they are called: "1, 2, 5", or the symbols."""
    return ", ".join(book.game.faces[face - 1] for face in dice)


def clock(moment: datetime) -> str:
    return moment.strftime("%H:%M:%S")


def _and(words: Sequence[object]) -> str:
    *others, last = map(str, words)
    return f"{', '.join(others)} and {last}" if others else last


def _number(count: int, one: str, more: str) -> str:
    return f"one {one}" if count == 1 else f"{NUMBERS[count] if 0 <= count < len(NUMBERS) else count} {more}"


def _how_often(times: int) -> str:
    return "once" if times == 1 else _number(times, "", "times")


def _wagers(settled: Sequence[Settled]) -> str:
    """ "one wager, 10.00" or "two wagers, 25.00 in all"."""
    stakes = dollars(sum(it.stake for it in settled))
    return f"{_number(len(settled), 'wager', 'wagers')}, {stakes}" + ("" if len(settled) == 1 else " in all")


def _each(book: Rulebook, settled: Sequence[Settled]) -> str:
    """ "seat 1 Small 10.00; seat 3 Double 4 5.00"."""
    return "; ".join(f"seat {it.seat} {book.wagers[it.wager].name} {dollars(it.stake)}" for it in settled)


def _because(words: str) -> str:
    return f": {words}" if words else ""


def _seat(number: int, elsewhere: str) -> str:
    return f"at seat {number}" if number else elsewhere


def _upheld(it: Any) -> str:
    return "in the player's favour" if it.upheld else "as the house had it"


# --- sentences that depend on what is in the event


def _tumbled(_: Rulebook, it: dealt.DiceTumbled) -> str:
    return f"The dice tumbled {_how_often(it.times)}" + (", and the result is sealed" if it.seal else "")


def _uncovered(book: Rulebook, it: dealt.DiceUncovered) -> str:
    shown = f"The cover was lifted{_because(faces(book, it.dice))}"
    return f"{shown}; {it.no_result_due}, so there can be no result" if it.no_result_due else shown


def _entered(book: Rulebook, it: dealt.ResultEntered) -> str:
    said = f"{faces(book, it.dice)} was keyed in"
    if it.corrects:
        said += f" instead of {faces(book, it.corrects)}"
    if it.differs:
        return f"{said}, which is not what was called"
    return f"{said}, and {_number(len(it.areas), 'area lights', 'areas light')} up"


def _round_ended(book: Rulebook, it: settling.RoundEnded) -> str:
    return f"Round {it.round} is over" + _because(faces(book, it.dice))


def _placed(book: Rulebook, it: settlement.WagerPlaced) -> str:
    said = f"{it.person} placed {dollars(it.stake)} on {book.wagers[it.wager].name}"
    if it.commission:
        said += f" and paid {dollars(it.commission)} commission"
    return f"{said}, behind {it.on}" if it.on else said


def _restaked(book: Rulebook, it: settlement.WagerRestaked) -> str:
    if not it.laid:
        return f"Wager {it.bet} became {dollars(it.stake)}: {it.why}"
    more = f"{dollars(it.stake - it.was)} more came on {book.wagers[it.wager].name} from seat {it.seat}"
    return f"{more}: wager {it.bet} became {dollars(it.stake)}"


def _moved(book: Rulebook, it: settlement.WagersMoved) -> str:
    """The puck and the runs, and wagers that wait on."""
    says = [
        mark.says[it.markers[mark.rules.name]] for mark in book.markers if mark.rules.name in it.markers
    ]  # fmt: skip
    waits = [f"{bet} stands at {state.replace('_', ' ')}" for bet, state in it.moved.items()]
    return "; ".join([*says, *waits])


def _offered(_: Rulebook, it: shooter.DiceOffered) -> str:
    return f"The dice are offered to seat {it.seat}" + (", a second time round" if it.anew else "")


def _relinquished(_: Rulebook, it: shooter.DiceRelinquished) -> str:
    return f"{f'Seat {it.seat}' if it.seat else 'The stickperson'} gave up the dice: {it.why}"


def _went_off(_: Rulebook, it: dice_set.DiceWentOff) -> str:
    said = f"Of the five dice {_and(it.dice)} went off the table"
    return f"{said}, so the throw is no roll" if it.no_result_due else said


def _dice_found(_: Rulebook, it: dice_set.DiceFound) -> str:
    goes = {"player": "went back to the shooter", "bowl": "went to the bowl", "away": "stay out of play"}
    return f"Of the five dice {_and(it.dice)} turned up again and {goes[it.goes]}"


def _replaced(_: Rulebook, it: dice_set.DiceReplaced) -> str:
    return f"Set {it.set} of dice is at the table" + ("" if it.at_once else ", for the next shooter")


def _thrown(_: Rulebook, it: throw.DiceThrown) -> str:
    who = f"Seat {it.seat}" if it.seat else "The stickperson"
    said = f"{who} threw the dice{' for a come-out' if it.come_out else ''}"
    return f"{said}; {it.no_result_due}, so it is no roll" if it.no_result_due else said


def _roll_called(_: Rulebook, it: throw.RollCalled) -> str:
    said = f"The roll was called: {_and(it.dice)}, total {it.total}"
    return f"{said}, not {_and(it.corrects)}" if it.corrects else said


def _top_face(_: Rulebook, it: throw.TopFaceJudged) -> str:
    said = f"The boxperson decided that the dice show {_and(it.dice)}, total {it.total}"
    return f"{said}, not {_and(it.corrects)}" if it.corrects else said


def _throw_reported(_: Rulebook, it: throw.ThrowReported) -> str:
    then = "so it is no roll" if it.no_result_due else "for which no roll may be called"
    return f"Something was wrong with the throw: {it.reason}, {then}"


def _wagering_ended(_: Rulebook, it: electronic.WageringEnded) -> str:
    if it.shoots_by is None:
        return f"The wagering period of round {it.round} ended; the dice shoot by themselves"
    return (
        f"The wagering period of round {it.round} ended; the shooter is {it.person} at seat {it.shooter}, "
        f"until {clock(it.shoots_by)}"
    )


def _shot(_: Rulebook, it: electronic.DiceShot) -> str:
    if it.automatic:
        return "The dice shot by themselves"
    return f"Seat {it.shooter} shot the dice"


def _reported(book: Rulebook, it: electronic.DiceReported) -> str:
    if it.read == "flat":
        return f"The dice lie flat: {faces(book, it.dice)}, total {sum(it.dice)}"
    return "The dice are cocked" if it.read == "cocked" else "The tumbler could not read the dice"


def _round_voided(_: Rulebook, it: electronic.RoundVoided) -> str:
    return f"Round {it.round} has no result: {it.reason}" + ("; the wagers stay" if it.stay else "")


def _invalidated(book: Rulebook, it: invalidation.OutcomeInvalidated) -> str:
    ground = {"disrupted": "it was disrupted", "fraud": "of fraud"}[it.ground]
    dice = f" of {faces(book, it.dice)}" if it.dice else ""
    return f"The outcome{dice} in round {it.round} was invalidated because {ground}: {it.reason}"


def _called(_: Rulebook, it: call_bets.WagerCalled) -> str:
    return f"Wager {it.bet} was called {'On' if it.working else 'Off'}"


def _found(book: Rulebook, it: late_bets.WagerFound) -> str:
    ruling = {
        "within": "it is within the limits",
        "stands": "it is below the minimum and stands",
        "warned": "it is below the minimum and stands this once",
        "returned": "it is outside the limits and goes back",
        "capped": f"{dollars(it.plays)} of it plays",
    }
    return f"{dollars(it.stake)} was found on {book.wagers[it.wager].name} from seat {it.seat}; {ruling[it.ruling]}"


def _card(_: Rulebook, it: cards.CardPresented) -> str:
    return f"Seat {it.seat} showed card {it.card.number}, which is {'valid' if it.card.valid else 'not valid'}"


def _assistance(_: Rulebook, it: cards.AssistanceLogged) -> str:
    if it.helper:
        return f"{it.helper} helps {it.person} at seat {it.seat} to bet"
    return f"Nobody helps {it.person} at seat {it.seat} to bet any more"


def _bought(_: Rulebook, it: chips.ChipsBought) -> str:
    said = f"Seat {it.seat} bought {dollars(it.amount)} in chips"
    said += {"cash": " with cash", "account": " from an account", "terminal": " at a terminal"}[it.with_]
    return f"{said}, which count from the next round" if it.late else said


def _checks(it: Any) -> str:
    return _number(it.count, f"{it.colour} check", f"{it.colour} checks")


def _issued(_: Rulebook, it: colours.ColoursIssued) -> str:
    said = f"Seat {it.seat} got {_checks(it)} at {dollars(it.value)} each"
    return said if it.marked else f"{said}, without a marker"


def _other_colours(_: Rulebook, it: colours.OtherColoursRedeemed) -> str:
    known = "" if it.traced else ", at the lowest minimum"
    return f"Seat {it.seat} had {_checks(it)} of {it.table} redeemed for {dollars(it.paid)}{known}"


def _voucher(_: Rulebook, it: chips.VoucherExchanged) -> str:
    got = [f"{dollars(it.tokens)} in tokens"] if it.tokens else []
    got += [f"{dollars(it.chips)} in chips"] if it.chips or not it.tokens else []
    return f"Seat {it.seat} exchanged voucher {it.voucher} for {_and(got)}"


def _contravention(_: Rulebook, it: conduct.ContraventionRecorded) -> str:
    return f"{_and(it.breach.people)} broke a rule ({it.breach.kind}){_because(it.what)}"


def _released(_: Rulebook, it: conduct.WinningsReleased) -> str:
    went = f"were paid {_seat(it.seat, 'away from the table')}" if it.outcome == "paid" else "stayed with the house"
    return f"{dollars(it.amount)} in winnings of {it.person} {went}{_because(it.reason)}"


def _dispute_decided(_: Rulebook, it: disputes.DisputeDecided) -> str:
    absent = f" by a {it.role}, as nobody who decides first was on duty" if it.absent else ""
    return f"Dispute {it.dispute} was decided {'finally ' * it.final}{_upheld(it)}{absent}: {it.ruling}"


def _lights(_: Rulebook, it: faults.LightsReported) -> str:
    said = f"{_number(len(it.areas), 'area was', 'areas were')} seen lit"
    return f"{said}, by a slip in keying" if it.slip else f"{said}, as they should be"


def _display(book: Rulebook, it: faults.DisplayReported) -> str:
    said = f"The winning number display showed {faces(book, it.dice) or 'nothing'}"
    if it.waits:
        return f"{said}, and the dice are yet to be called"
    return f"{said}, which is wrong and decides nothing" if it.differs else said


def _personal(_: Rulebook, it: limits.PersonalLimitsSet) -> str:
    if it.limits is None:
        return f"Seat {it.seat} plays by the limits on the sign again"
    least, most = dollars(it.limits.minimum), dollars(it.limits.maximum)
    return f"Seat {it.seat} plays by limits of its own, {least} to {most}"


def _headroom(_: Rulebook, it: losses.LossLimitSet) -> str:
    if it.headroom is None:
        return f"Seat {it.seat} plays without a loss limit"
    return f"Seat {it.seat} may lose {dollars(it.headroom)} more"


def _standing(_: Rulebook, it: standing.StandingTold) -> str:
    out = it.exclusion
    said = [f"is excluded from the {out.out_of}: {out.reason}"] if out else []
    said += [f"makes no wagers until {clock(it.paused)}"] if it.paused else []
    said += [f"takes a break until {clock(it.resting)}"] if it.resting else []
    return f"{it.person} {_and(said) if said else 'may play'}"


def _declared_chips(_: Rulebook, it: losses.ChipsDeclared) -> str:
    return f"Seat {it.seat} declared {dollars(it.amount)} in chips" + (", too late for this round" if it.late else "")


def _credit(_: Rulebook, it: meter.CreditAdjusted) -> str:
    way = "up" if it.amount >= 0 else "down"
    said = f"The meter of seat {it.seat} was put {way} by {dollars(abs(it.amount))}"
    return said + (f", with {dollars(it.owed)} still owed" if it.owed else "") + _because(it.reason)


def _decided_credits(_: Rulebook, it: doubted.CreditsDecided) -> str:
    where = f"on the meter of seat {it.seat}" if it.seat else "paid on paper"
    said = "void and the house's" if it.outcome == "voided" else f"released to {it.person}, {where}"
    return f"{dollars(it.amount)} in credits that was withheld is {said}{_because(it.reason)}"


def _mispaid(_: Rulebook, it: mispayments.MispaymentRecorded) -> str:
    way = "too much" if it.paid > it.due else "too little"
    to = f" to {it.person}" if it.person else ""
    return (
        f"{dollars(it.paid)} was paid{to} where {dollars(it.due)} was due, which is {way}; it goes by {it.mispayment}"
    )


def _enquiry(_: Rulebook, it: enquiries.EnquiryRecorded) -> str:
    return f"An enquiry into {it.mispayment} found: {it.found}" + ("; fraud is suspected" if it.suspected else "")


def _rectified(_: Rulebook, it: rectifying.MispaymentRectified) -> str:
    who = "came back to the house" if it.back else "was paid"
    left = f"; {dollars(it.left)} is left" if it.left else ""
    checks = f", {it.checks} {it.colour} checks of it," if it.checks else ""
    return f"{dollars(it.amount)} of {it.mispayment}{checks} {who} {_seat(it.seat, 'away from the table')}{left}"


def _referred(_: Rulebook, it: mispayments.MispaymentReferred) -> str:
    who = f"{it.person} is owed" if it.amount > 0 else f"{it.person} owes"
    return f"{who} {dollars(abs(it.amount))} by {it.mispayment}, which is left to the cage"


def _payment_report(_: Rulebook, it: payment_report.PaymentReportSent) -> str:
    large = _number(len(it.errors), "payment error", "payment errors")
    late = ", after that month was over" if it.late else ""
    return f"{it.regulator} was informed of {large} of {it.month} by {it.by}{late}: {it.reference}"


def _seat_paid(_: Rulebook, it: paid.SeatPaid) -> str:
    if it.amount < 0:
        return f"{dollars(-it.amount)} was taken back from seat {it.seat}, which keeps {dollars(it.paid)}"
    return f"Seat {it.seat} was paid {dollars(it.amount)}"


def _opened(book: Rulebook, it: opening.TableOpened) -> str:
    layout = f" on layout {it.config.layout}" if it.config.layout else ""
    return f"{it.config.name} opened by {book.name}{layout}, with {dollars(it.float)} in the tray"


def _closing(_: Rulebook, it: opening.ClosingAnnounced) -> str:
    if it.closes is None:
        return f"The table closes after {_number(it.rounds, 'more round', 'more rounds')}"
    return f"The table closes at {clock(it.closes)}"


def _players(_: Rulebook, it: people.PlayersLimited) -> str:
    if it.most:
        said = f"At most {_number(it.most, 'player', 'players')} may play"
    else:
        said = "As many may play as there are places"
    return f"{said}, each at one place" if it.one_each else said


def _brought(_: Rulebook, it: people.ChipsBrought) -> str:
    also = f", counted by {it.confirmed_by} too" if it.confirmed_by else ""
    return f"Seat {it.seat} brought {dollars(it.amount)} in chips{also}"


def _left(_: Rulebook, it: people.SeatLeft) -> str:
    said = f"{it.person} left seat {it.seat} with {dollars(it.chips)}"
    said = f"{said} and {dollars(it.tokens)} in tokens" if it.tokens else said
    checks = ", ".join(_number(own.count, f"{colour} check", f"{colour} checks") for colour, own in it.checks.items())
    return f"{said}, and took away {checks}" if checks and it.good_here else said


def _vacate(_: Rulebook, it: people.VacateRequired) -> str:
    return f"{it.person} has to give up {f'seat {it.seat}' if it.seat else 'the place beside a terminal'}: {it.grounds}"


def _day(_: Rulebook, it: streak.GamingDayBegan) -> str:
    return f"The gaming day {it.day.isoformat()} began" + (
        f"; {_and(it.stale)} waits for wagers of the day before" if it.stale else ""
    )


def _demonstration(_: Rulebook, it: dealt.DemonstrationOrdered) -> str:
    often = f"{_number(it.spins, 'spin', 'spins')} for show" if it.spins > 0 else "spins for show until someone bets"
    return f"{often} {'was' if it.spins == 1 else 'were'} ordered"


def _terminals_limited(_: Rulebook, it: wagering.TerminalsLimited) -> str:
    if not it.terminals:
        return f"{it.person} may play at any terminal that the house allows"
    return f"{it.person} may play at {'terminals' if len(it.terminals) > 1 else 'terminal'} {_and(it.terminals)} only"


def _terminal_failed(_: Rulebook, it: terminals.TerminalFailed) -> str:
    return f"The terminal of seat {it.seat} failed in round {it.round}: {it.kind}" + (f", {it.said}" if it.said else "")


def _server_failed(_: Rulebook, it: server.ServerFailed) -> str:
    return f"The server failed: {it.kind}" + (f", {it.error}" if it.error else "") + "; unsettled wagers are void"


def _no_bet(book: Rulebook, it: call_bets.OralWagerRefused) -> str:
    what = " on ".join(([dollars(it.stake)] if it.stake else []) + ([book.wagers[it.wager].name] if it.wager else []))
    why = {"chips": "no chips came with it", "time": "it came too late to be laid"}[it.lacks]
    return f"No bet: {it.person or 'someone'} called out {what or 'a wager'}, and {why}"


def _program_started(book: Rulebook, event: program.ProgramStarted) -> str:  # noqa: ARG001
    said = f"Version {event.version} of the program leads the table, by its hash {event.program}"
    if not event.changes:
        return said
    return f"{said}; its rulebook is another one than before: {'; '.join(map(_rule_change, event.changes))}"


def _rule_change(it: program.RuleChange) -> str:
    told = {
        "wager-added": f"{it.of} is new",
        "wager-dropped": f"{it.of} is not offered any more",
        "rule": f"{it.of} has another rule",
        "terms": f"{it.of} is placed or taken down on other terms",
        "text": "its clauses or its words are others",
    }
    return told.get(it.what) or f"{it.what} {it.of} was {it.was or 'not there'} and is {it.now or 'not there any more'}"


SENTENCES: Final[Mapping[type[Event], Sentence]] = {
    # a round that a dealer runs
    settling.RoundBegan: "Round {round} began",
    dealt.DiceTumbled: _tumbled,
    dealt.BettingOpened: "Bets were invited for round {round}",
    dealt.BettingClosed: "No more bets in round {round}",
    dealt.ButtonPressed: "No More Bets was pressed",
    dealt.DiceUncovered: _uncovered,
    dealt.ResultAnnounced: lambda book, it: f"The result was called: {faces(book, it.dice)}, total {it.total}",
    dealt.ResultEntered: _entered,
    dealt.NoResultCalled: "The dice count for nothing: {reason}",
    dealt.DemonstrationOrdered: _demonstration,
    settling.RoundEnded: _round_ended,
    # money on the layout
    settlement.LosersCollected: lambda book, it: (
        f"{_wagers(it.settled)}, lost and collected: {_each(book, it.settled)}"
    ),
    settlement.WinnersPaid: lambda _, it: (
        f"{_wagers(it.settled)}, paid {dollars(sum(each.returned for each in it.settled))}"
    ),
    settlement.WagersTakenBack: lambda _, it: f"{_wagers(it.settled)}, went back undecided",
    settlement.WagersForfeited: lambda _, it: f"{_wagers(it.settled)}, went to the house undecided",
    settlement.WagersMoved: _moved,
    settlement.WagerPlaced: _placed,
    settlement.WagerRestaked: _restaked,
    settlement.ExcessSetAside: "{excess} of wager {bet} is above the maximum and does not play",
    call_bets.WagerDeclared: lambda book, it: (
        f"{it.declared.person} called out {dollars(it.declared.stake)} on {book.wagers[it.declared.wager].name}"
    ),
    call_bets.DeclaredLapsed: lambda _, it: f"Called out and not laid in time, so it never counted: {_and(it.bets)}",
    call_bets.OralWagerRefused: _no_bet,
    call_bets.OnAsked: "Wager {bet} was called On and waits for the dealer",
    call_bets.WagerCalled: _called,
    late_bets.WagerFound: _found,
    # craps
    shooter.DiceOffered: _offered,
    shooter.DiceAccepted: lambda _, it: (
        f"{it.person} at seat {it.seat} took the dice and chose {_and(it.dice)} of the five"
    ),
    shooter.DiceDeclined: "Seat {seat} let the dice go by",
    shooter.DiceSelected: lambda _, it: f"The shooter chose {_and(it.dice)} of the five dice",
    shooter.DiceRelinquished: _relinquished,
    shooter.StickpersonShoots: "The stickperson throws, because no player will",
    dice_set.DiceWentOff: _went_off,
    dice_set.DiceFound: _dice_found,
    dice_set.DiceReplaced: _replaced,
    equipment.EquipmentPut: lambda _, it: f"{it.serial} is at the table{' and lies ready' if it.spare else ', in use'}",
    equipment.EquipmentChecked: lambda _, it: (
        f"{it.serial} was inspected and found {'sound' if it.sound else 'not sound'}: {it.words}"
    ),
    equipment.EquipmentExchanged: "{serial} is in use in place of {removed}: {reason}",
    equipment.EquipmentRemoved: "{serial} left the table: {reason}",
    throw.DiceThrown: _thrown,
    throw.DiceRested: "The dice lie still",
    throw.RollCalled: _roll_called,
    throw.TopFaceJudged: _top_face,
    throw.ThrowReported: _throw_reported,
    throw.NoRollCalled: "No roll was called: {reason}",
    throw.RollSettled: "Roll {roll} is settled: total {total}",
    tray.TrayFilled: "The tray was filled with {amount} by slip {slip}",
    tray.TrayCredited: "{amount} left the tray for the cage by slip {slip}",
    tray.FillAsked: "A fill of {amount} was asked of the cage",
    tray.CreditAsked: "The cage was asked to take {amount} out of the tray",
    tray.FillAnnounced: "{amount} is on its way from the cage by slip {slip}, handed over by {handed_by}",
    tray.FillReceived: "{by} counted {amount} at the table, and it is in the tray by slip {slip}",
    tray.FillSentBack: "The {amount} of slip {slip} went back to the cage: {reason}",
    program.ProgramStarted: _program_started,
    program.SnapshotRecorded: "A snapshot after entry {no} is on record, by its hash {sha256}",
    box.BoxEmptied: "Box {box} left the table with {drop} in cash",
    # terminals
    wagering.WageringOpened: lambda _, it: (
        f"Round {it.round} began; terminals "
        + (f"take wagers until {clock(it.ends)}" if it.ends else "wait until someone is seated")
    ),
    wagering.TerminalsLimited: _terminals_limited,
    wagering.WageringExtended: lambda _, it: (
        f"Nobody has wagered, so round {it.round} takes wagers until {clock(it.ends)}"
        if it.ends
        else f"Nobody is seated, so round {it.round} waits for someone"
    ),
    electronic.WageringEnded: _wagering_ended,
    sealing.DiceSealed: "The tumbler sealed its result",
    electronic.DiceShot: _shot,
    electronic.DiceReported: _reported,
    electronic.RoundVoided: _round_voided,
    meter.MoneyInserted: "{amount} came on the meter of seat {seat} by {source}",
    meter.CreditsCollected: "{amount} was paid out from the meter of seat {seat} by {to}",
    meter.CreditAdjusted: _credit,
    doubted.CreditsWithheld: "{amount} in credits of {person} at seat {seat} is withheld: {reason}",
    doubted.CreditsDecided: _decided_credits,
    terminals.TerminalFailed: _terminal_failed,
    terminals.TerminalRecordKept: "How the wagers in doubt of seat {seat} were settled is on record",
    terminals.TerminalWagersConfirmed: lambda _, it: (
        f"The wagers of seat {it.seat} in round {it.round} are known"
        f"{'' if it.as_recorded else ' and were laid again'}: {it.log}"
    ),
    terminals.TerminalWagersVoided: "The wagers of seat {seat} in round {round} are void: {reason}",
    terminals.TerminalRectified: "The terminal of seat {seat} works again: {done}",
    server.ServerFailed: _server_failed,
    server.ServerRectified: "The server works again: {done}",
    # Super Streak
    streak.FinalCallMade: "The final call for Super Streak wagers was made",
    streak.GamingDayBegan: _day,
    streak.AxesReset: lambda _, it: (
        f"The runs of {_and([*it.markers])} start afresh" if it.markers else "The runs of an earlier day are over"
    ),
    # chips and limits
    chips.ChipsBought: _bought,
    sales.SaleReversed: "The sale of {amount} to {person} at seat {seat} was undone: {reason}",
    chips.ChipsChanged: "Seat {seat} had {amount} in chips changed",
    colours.ColoursIssued: _issued,
    colours.ColoursRedeemed: lambda _, it: f"Seat {it.seat} gave back {_checks(it)} for {dollars(it.paid)}",
    colours.OtherColoursRedeemed: _other_colours,
    checks_away.ColoursBrought: lambda _, it: f"Seat {it.seat} brought back {_checks(it)} at {dollars(it.value)} each",
    checks_away.ColoursReturned: lambda _, it: (
        f"The table has {_checks(it.away)} at {dollars(it.away.value)} each out from before it closed"
    ),
    chips.VoucherExchanged: _voucher,
    limits.PersonalLimitsSet: _personal,
    losses.LossLimitSet: _headroom,
    losses.HeadroomReleased: "{person} at seat {seat} may lose {amount} less here, and as much more at {wanted_at}",
    losses.PlayerReminded: "{person} at seat {seat} was reminded to declare chips before the round",
    losses.PlayerDirected: lambda _, it: (
        f"{it.person} at seat {it.seat} was told: {it.direction}; {'done' if it.followed else 'not done'}"
    ),
    losses.ChipsDeclared: _declared_chips,
    losses.PlayerPaused: "{person} makes no wagers until {until}",
    standing.StandingTold: _standing,
    standing.ExclusionLifted: "{person} may take part again: {reason}",
    opening.LimitsSigned: "New limits hang at the table and count from {counts}",
    opening.LimitsChanged: lambda _, it: (
        f"New limits are in force, {dollars(it.sign.every.minimum)} to {dollars(it.sign.every.maximum)}"
    ),
    # people
    people.SeatTaken: "{person} took seat {seat}",
    people.SeatLeft: _left,
    people.ChipsBrought: _brought,
    brought.ChipsConfirmed: "{by} counted {amount} in chips that seat {seat} brings",
    people.PlayersLimited: _players,
    people.VacateRequired: _vacate,
    cards.CardPresented: _card,
    cards.AssistanceLogged: _assistance,
    cards.WagersInvalidated: lambda _, it: f"What can win nothing is {_and(it.bets)}: {it.grounds}",
    conduct.ContraventionRecorded: _contravention,
    conduct.PersonsWagersVoided: "All wagers of {person} are void: {reason}",
    conduct.PersonExcluded: "{person} was excluded from the {out_of}: {reason}",
    conduct.ContraventionClosed: "The contravention of {person} was closed: {outcome}",
    conduct.ExclusionRecommended: "It was recommended to exclude {person} from the casino: {reason}",
    conduct.WinningsWithheld: "Winnings of {person} are held aside: {reason}",
    conduct.WinningsReleased: _released,
    conduct.PersonDetained: "{person} was detained: {reason}",
    # what goes wrong, and what is done about it
    faults.LightsReported: _lights,
    faults.LightsFailed: "The winning areas did not light up as they should: {what}; the dice decide",
    faults.EquipmentFailed: "Equipment does not work, {what}; play stops at {stops} unless it is mended",
    faults.DisplayReported: _display,
    faults.FaultRectified: "The equipment works again: {done}",
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
        f"Mispayment {it.mispayment} was closed with {dollars(it.left)} left{_because(it.reason)}"
    ),
    disputes.DisputeRaised: "{person} disputes: {about}",
    disputes.DisputeDecided: _dispute_decided,
    disputes.ReviewAsked: "{person} asked for a review of dispute {dispute}",
    disputes.DisputeReviewed: lambda _, it: f"Dispute {it.dispute} was reviewed {_upheld(it)}: {it.ruling}",
    disputes.DisputeDecidedFinally: lambda _, it: (
        f"Dispute {it.dispute} was decided finally {_upheld(it)}: {it.ruling}"
    ),
    disputes.DecisionAccepted: "{person} accepted the decision on dispute {dispute}",
    complaints.ComplaintAdvised: "{person} was told to complain to {regulator}",
    complaints.ComplaintLodged: "{person} complained to {regulator}: {words}",
    notices.NoticeGiven: "{to} is to be told by {due}: {about}",
    notices.NoticeAcknowledged: lambda _, it: f"Notice {it.notice} was taken{', late' if it.late else ''}",
    notices.RulesShown: "The rules of {rulebook} were shown",
    # the table itself
    opening.TableOpened: _opened,
    opening.ClosingAnnounced: _closing,
    opening.ClosingWithdrawn: "The table stays open after all",
    opening.TableClosed: "The table is closed, with {float} in the tray and {drop} in the box",
}
"""For every event there is."""
