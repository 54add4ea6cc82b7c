"""The wagers standing on one layout: placed, called on and off, taken down, and settled roll by roll.

`Layout` is the whole of settlement: it knows the rulebook, the smallest chip and what stands where, and
nothing of people, phases or clocks. What may not be done comes back as a `Refused` and changes nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import count
from typing import cast

from dicehouse.layout.placed import Decided, Ended, PlacedWager, RollOutcome, placed_wager
from dicehouse.money import CENT, DOLLAR, LARGEST, Cents, Rounding, as_money, in_chips, whole_cents
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import BUILT_IN, Rulebook, load
from dicehouse.rulebooks.source import closest
from dicehouse.wager import NO_COMMISSION, Decision, Result, Wager, push


class Layout:
    """What stands on one table. Every method judges first; a refusal leaves the layout as it was."""

    def __init__(self, book: Rulebook, chip: Cents = DOLLAR) -> None:
        self.book = book
        self.standing: dict[str, PlacedWager] = {}
        """By id, in the order they were placed."""
        self.markers: dict[str, str] = {}
        """The state of each marker on the table: the puck, or the run on each axis."""
        self.start_afresh(chip)
        self._down = book.rounding is Rounding.DOWN

    def start_afresh(self, chip: int) -> None:
        """A table opens: every marker is where it starts, and the smallest chip is this one."""
        self.chip = whole_cents("chip", chip)
        self.markers.update((it.rules.name, it.rules.starts[0]) for it in self.book.markers)
        self._step = CENT if self.book.rounding is Rounding.EXACT else self.chip

    def place(self, id: str, wager: str, stake: int, on: str | None = None) -> PlacedWager | Refused:
        """Put a wager on the layout; a Behind wager stands on the one that it is behind."""
        made = self.placing(id, wager, stake, on)
        if isinstance(made, PlacedWager):
            self.put(made)
        return made

    def placing(self, id: str, wager: str, stake: int, on: str | None = None) -> PlacedWager | Refused:
        """The wager as it would stand; nothing is changed."""
        whole_cents("stake", stake)
        kind = self.book.wagers.get(wager)
        if kind is None:
            return self._no_such_wager(wager)
        parent = self.standing.get(on) if on is not None else None
        if on is not None and parent is None:
            return self.no_such_id(on)
        if id in self.standing:
            return Refused(Why.DUPLICATE_ID, None, "wager-id-taken", id=id)
        if not 0 < stake <= LARGEST:
            return Refused(
                Why.BAD_STAKE,
                self.book.forbids(Why.BAD_STAKE),
                "stake-out-of-range",
                wager=kind.name,
                stake=stake,
                largest=LARGEST,
            )
        refused = self.off_units(kind, stake) if kind.units > 1 else None
        if refused is not None:
            return refused
        state = self._start_behind(kind, parent, stake) if kind.behind else self._start(kind, parent)
        if isinstance(state, Refused):
            return state
        commission = Cents(0) if kind.commission is NO_COMMISSION else self.charging(kind, stake)
        if isinstance(commission, Refused):
            return commission
        number = kind.rules.number(state)
        return placed_wager(id, kind, Cents(stake), commission, number, parent)

    def raising(self, it: PlacedWager, stake: int) -> Cents | Refused:
        """The commission of a wager at a larger stake, if the layout takes it; nothing is changed."""
        whole_cents("stake", stake)
        if stake > LARGEST:
            return Refused(
                Why.BAD_STAKE, None, "stake-above-largest", wager=it.wager.name, stake=stake, largest=LARGEST
            )
        refused = self.off_units(it.wager, stake) if it.wager.units > 1 else None
        if it.parent is not None:
            refused = self._beyond_behind(it.wager, it.parent, stake - it.stake)
        charge = refused or self.charging(it.wager, stake)
        if isinstance(charge, Refused):
            return charge
        return Cents(it.commission + charge - self.book.commission(it.wager, it.stake, self.chip))

    def put(self, made: PlacedWager) -> None:
        """Do what `placing` worked out."""
        self.standing[made.id] = made
        if made.parent is not None:
            made.parent.behind = (*made.parent.behind, made)

    def restore(
        self, id: str, wager: str, stake: int, commission: int, state: str, on: str | None = None
    ) -> PlacedWager:
        """Put back a wager from a record, which is not judged again."""
        kind, parent = self.book.wagers[wager], self.standing[on] if on else None
        made = placed_wager(
            id,
            kind,
            whole_cents("stake", stake),
            whole_cents("commission", commission),
            kind.rules.number(state),
            parent,
        )
        self.put(made)
        return made

    def call(self, id: str, *, working: bool) -> PlacedWager | Refused:
        """Call a wager On or Off; the call lasts until the opposite one."""
        refused = self.calling(id)
        if refused is not None:
            return refused
        it = self.standing[id]
        it.called = working
        return it

    def calling(self, id: str) -> Refused | None:
        """Whether a wager cannot be called On and Off."""
        it = self.standing.get(id)
        if it is None:
            return self.no_such_id(id)
        if it.wager.off_when:
            return None
        return Refused(Why.ALWAYS_WORKS, self.book.calls_clause or None, "always-works", wager=it.wager.name)

    def remove(self, id: str) -> list[Decided] | Refused:
        """Take a wager down, and what stands behind it with it."""
        gone = self.removing(id)
        if not isinstance(gone, Refused):
            self.lift(each.id for each in gone)
        return gone

    def removing(self, id: str) -> list[Decided] | Refused:
        """What taking a wager down would give back; nothing is changed."""
        it = self.standing.get(id)
        if it is None:
            return self.no_such_id(id)
        state = it.wager.states[it.state]
        if state in it.wager.contract_in:
            return Refused(
                Why.MUST_STAY,
                it.wager.topic_clauses.get("stays"),
                "stays-up-until-decided",
                wager=it.wager.name,
                state=state.replace("_", " "),
            )
        clause = self.book.removal_clause
        return [
            self.taken_back(
                each, Ended.REMOVED, _cited(each.wager.clause, each.wager.topic_clauses.get("removed", clause))
            )
            for each in (it, *it.behind)
        ]

    def roll(self, roll: Sequence[int]) -> list[Decided] | Refused:
        """Settle a roll: every wager that it decides leaves the layout, the others move on."""
        turn = self.judge(roll)
        if isinstance(turn, Refused):
            return turn
        self.take(turn)
        return turn.decided

    def judge(self, roll: Sequence[int]) -> RollOutcome | Refused:
        """What the roll would do; nothing is changed."""
        outcome = self.book.dice.find(roll)
        return self.wrong_dice() if outcome is None else self.turn(outcome)

    def turn(self, outcome: int) -> RollOutcome:
        """The same for an outcome that the dice have shown."""
        decided: list[Decided] = []
        moved: list[tuple[PlacedWager, int]] = []
        for it in self.standing.values():
            step = it.steps[outcome]
            if step is None:
                continue
            if it.can_be_off and not self.is_working(it):
                if it.parent is None:
                    continue
                step = self._asleep_behind(it, step)
            if isinstance(step, Decision):
                decided.append(self.ended(it, step))
            else:
                moved.append((it, step))
        return _tuple(RollOutcome, (outcome, decided, moved))

    def decided_at(self, it: Decided, outcome: int, stake: int) -> Decided:
        """What a decision would be at a smaller stake."""
        standing = self.standing[it.id]
        step = push(*it.clauses) if it.result is Ended.PUSH else cast(Decision, standing.steps[outcome])
        return self.ended(replace(standing, stake=Cents(stake)), step)

    def take(self, turn: RollOutcome) -> None:
        """Do what `judge` worked out."""
        for gone in turn.decided:
            del self.standing[gone.id]
        for it, state in turn.moved:
            it.state, it.steps = state, it.wager.rules.steps[state]
        self.markers.update(self.moved_markers(turn.outcome))

    def moved_markers(self, outcome: int) -> dict[str, str]:
        """Where the outcome takes the markers that it moves."""
        moved = {}
        for marker in self.book.markers:
            rules = marker.rules
            step = rules.steps[rules.number(self.markers[rules.name])][outcome]
            if isinstance(step, int):
                moved[rules.name] = rules.states[step]
        return moved

    def follow(self, moved: Mapping[str, str], markers: Mapping[str, str]) -> None:
        """Put wagers and markers where a record says that a roll took them."""
        for id, state in moved.items():
            it = self.standing[id]
            it.state = it.wager.rules.number(state)
            it.steps = it.wager.rules.steps[it.state]
        self.markers.update(markers)

    def no_result(self, reason: str) -> list[Decided]:
        """A round without a result: the rulebook returns the stakes, or lets the wagers wait."""
        gone = self.voiding(reason)
        self.lift(each.id for each in gone)
        return gone

    def voiding(self, reason: str) -> list[Decided]:
        """What a round without a result would give back; nothing is changed."""
        rule = self.book.no_result
        if self.book.readings["no_result_effect"] != "void":
            return []
        clauses = _cited(rule.clause, rule.reasons.get(reason, ""))
        return [
            self.taken_back(it, Ended.VOID, clauses)
            for it in self.standing.values()
            if it.wager.family not in rule.holds
        ]

    def is_working(self, it: PlacedWager) -> bool:
        """Whether the next roll counts for a wager: by its player's call, or else by the marker it minds."""
        if it.called is not None:
            return it.called
        return not it.wager.off_when or self.markers[it.wager.marker] not in it.wager.off_when

    def most_behind(self, kind: Wager, parent: PlacedWager, stake: Cents | None = None) -> Cents:
        """The most, in whole chips, that may stand behind a wager which has its point, also at another stake."""
        state = parent.wager.states[parent.state]
        most = (parent.stake if stake is None else stake) * kind.limit.at(state)
        if not kind.limit.of_winnings:
            return in_chips(most, 1, self.chip, Rounding.DOWN)
        odds = kind.most_won[kind.rules.number(state)]
        return in_chips(most * odds.denominator, odds.numerator, self.chip, Rounding.DOWN)

    def lift(self, gone: Iterable[str]) -> None:
        """Take wagers off the layout, also from behind one that may stay."""
        for id in gone:
            it = self.standing.pop(id)
            if it.parent is not None:
                it.parent.behind = tuple(other for other in it.parent.behind if other is not it)

    def _start(self, kind: Wager, parent: PlacedWager | None) -> str | Refused:
        """The state in which a wager starts that stands for itself."""
        if parent is not None:
            return Refused(
                Why.WRONG_PARENT, kind.clause, "stands-behind-nothing", wager=kind.name, parent=parent.wager.name
            )
        if kind.starts_by is None:
            return kind.rules.starts[0]
        now = self.markers[kind.marker]
        if now not in kind.starts_by:
            says = next(it.says[now] for it in self.book.markers if it.rules.name == kind.marker)
            return Refused(
                Why.WRONG_TIME,
                kind.topic_clauses.get("placed", kind.clause),
                "placed-at-another-time",
                wager=kind.name,
                says=says,
                when=kind.when,
            )
        return kind.starts_by[now]

    def _start_behind(self, kind: Wager, parent: PlacedWager | None, stake: int) -> str | Refused:
        """The state in which a Behind wager starts: that of the wager it is behind."""
        if parent is None or parent.wager.family != kind.behind:
            return Refused(
                Why.WRONG_PARENT,
                kind.clause,
                "stands-behind-wager",
                wager=kind.name,
                behind=self.book.wagers[kind.behind].name,
            )
        state = parent.wager.states[parent.state]
        if state not in kind.states:
            return Refused(
                Why.NO_POINT,
                kind.clause,
                "no-point-yet",
                wager=kind.name,
                parent=parent.wager.name,
            )
        return self._beyond_behind(kind, parent, stake) or state

    def _beyond_behind(self, kind: Wager, parent: PlacedWager, more: int) -> Refused | None:
        """Whether so much more is too much behind a wager."""
        most, there = self.most_behind(kind, parent), sum(it.stake for it in parent.behind)
        if there + more <= most:
            return None
        return Refused(
            Why.ABOVE_LIMIT, kind.limit.clause, "behind-above-limit" if there < most else "behind-full",
            wager=kind.name, all=there + more, parent=parent.wager.name, most=most, left=most - there,
        )  # fmt: skip

    def off_units(self, kind: Wager, stake: int) -> Refused | None:
        """Whether a wager that is settled in parts is not in whole parts."""
        unit = kind.units * self.chip
        if not stake % unit:
            return None
        low = stake // unit * unit
        return Refused(
            Why.WRONG_UNITS,
            kind.topic_clauses.get("units", kind.clause),
            "stake-not-in-units",
            wager=kind.name,
            stake=stake,
            units=kind.units,
            chip=self.chip,
            nearest=tuple(as_money(it) for it in (low, low + unit) if it),
        )

    def charging(self, kind: Wager, stake: int) -> Cents | Refused:
        """What placing costs beyond the stake; where it is charged in whole chips, it is at least one."""
        charge = self.book.commission(kind, Cents(stake), self.chip)
        if charge or self.book.readings["commission"] == "exact":
            return charge
        least = next(it for it in count(self.chip, self.chip) if self.book.commission(kind, Cents(it), self.chip))
        return Refused(
            Why.NO_COMMISSION,
            kind.clause,
            "no-commission-in-chips",
            wager=kind.name,
            stake=stake,
            chip=self.chip,
            least=least,
        )

    def _asleep_behind(self, it: PlacedWager, step: Decision | int) -> Decision | int:
        """A Behind wager that was asleep when its parent was decided."""
        if self.book.readings["behind_come_asleep"] == "decided":
            return step
        return push(it.wager.clause, self.book.calls_clause)

    def ended(self, it: PlacedWager, step: Decision) -> Decided:
        """The money that a decision moves."""
        # The hot spot of settlement: whole numbers only, and a tuple made without the detour through Decided(...).
        winnings = returned = 0
        if step.pays:
            unit = step.whole * self._step
            amount = it.stake * step.pays
            returned = winnings = (amount // unit if self._down else -(-amount // unit)) * self._step
        if step.back:
            returned += it.stake * step.back // step.whole
        return _tuple(Decided, (it.id, it.name, _ENDED[step.result], it.stake, winnings, returned, step.clauses))

    def taken_back(self, it: PlacedWager, ended: Ended, clauses: tuple[str, ...]) -> Decided:
        """A wager that goes back to its player undecided, with its commission unless the house keeps that."""
        keeps = ended is Ended.REMOVED and self.book.readings["commission_on_removal"] == "kept"
        returned = Cents(it.stake + (0 if keeps else it.commission))
        return Decided(it.id, it.wager.id, ended, it.stake, Cents(0), returned, clauses)

    def _no_such_wager(self, wager: str) -> Refused:
        clause = self._clause_near(wager)
        elsewhere = sorted(name for name in BUILT_IN if name != self.book.id and wager in load(name).wagers)
        if elsewhere:
            return Refused(
                Why.NOT_OFFERED,
                clause or self.book.forbids(Why.NOT_OFFERED),
                "offered-by-another" if len(elsewhere) == 1 else "offered-by-others",
                wager=wager,
                rulebook=self.book.id,
                elsewhere=tuple(elsewhere),
            )
        near = closest(wager, self.book.wagers)
        return Refused(
            Why.UNKNOWN_WAGER,
            clause or self.book.forbids(Why.UNKNOWN_WAGER),
            "no-such-wager-but-near" if near else "no-such-wager",
            wager=wager,
            near=near,
        )

    def _clause_near(self, wager: str) -> str:
        """The clause that lists the wagers of a family, for one that is not among them, such as a total of 18."""
        near = (it for it in self.book.wagers.values() if wager.startswith(f"{it.family}-"))
        return max(((it.family, it.clause) for it in near), key=lambda it: len(it[0]), default=("", ""))[1]

    def wrong_dice(self) -> Refused:
        """What was said is no roll of this game's dice."""
        count = self.book.dice.count
        return Refused(
            Why.WRONG_DICE,
            self.book.forbids(Why.WRONG_DICE),
            "roll-is-faces",
            count=count,
            example=str([*range(1, count + 1)]),
        )

    def no_such_id(self, id: str) -> Refused:
        """Nothing goes by this name."""
        near = closest(id, self.standing)
        return Refused(Why.UNKNOWN_ID, None, "no-wager-by-id-but-near" if near else "no-wager-by-id", id=id, near=near)


_ENDED = {Result.WIN: Ended.WIN, Result.LOSE: Ended.LOSE, Result.PUSH: Ended.PUSH}
_tuple = tuple.__new__


def _cited(*clauses: str) -> tuple[str, ...]:
    """Without what a rulebook leaves out."""
    return tuple(filter(None, clauses))
