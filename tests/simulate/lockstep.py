"""A session of a strategy played one wager at a time on a `Layout`, as a dealer would, with the reference dice.

It shares nothing with the compiled form but the strategy, the rulebook and the layout: no positions, no tables.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from dicehouse.layout import Layout, PlacedWager
from dicehouse.refusal import Refused, Why
from dicehouse.rulebooks import Rulebook, load
from dicehouse.simulate.reference import outcomes
from dicehouse.simulate.strategy import Bet, Strategy

NOT_NOW = (Why.WRONG_TIME, Why.NO_POINT)
CRAPS = load("star-craps")
SICBO = load("star-sicbo-2024")
PLAYED_AT = {
    "come": CRAPS,
    "iron-cross": CRAPS,
    "win-line-with-odds": CRAPS,
    "martingale-small": SICBO,
    "sicbo-spread": SICBO,
    "option-b-spread": load("crown-sicbo-b"),
}
"""Where each strategy of the package is played."""


@dataclass
class Slowly:
    """What a session came to: the same figures as a row of the compiled form."""

    book: Rulebook
    strategy: Strategy
    seed: int
    session: int
    cash: int = 0
    outlay: int = 0
    rounds: int = 0
    rolls: int = 0
    highest: int = 0
    drawdown: int = 0
    run: int = 0
    wins: int = 0
    losses: int = 0
    over: int = 0
    placed: dict[str, int] = field(default_factory=dict)
    returned: dict[str, int] = field(default_factory=dict)
    steps: dict[str, int] = field(default_factory=dict)
    last: dict[str, str] = field(default_factory=dict)

    def play(self) -> list[int]:
        rules = self.strategy.session
        bankroll = rules.bankroll if rules.bankroll is not None else 2**60
        self.cash = self.highest = bankroll
        self.steps = {bet.id: 0 for bet in self.strategy.bets}
        self.layout, self.owner = Layout(self.book, self.strategy.chip), dict[str, Bet]()
        self.dice = outcomes(self.book.dice, self.seed, self.session)
        while True:
            if not self.place_all():
                self.over = 1
                break
            gain = self.roll()
            self.rounds += 1
            if gain:
                up = gain > 0
                self.run = self.run + (1 if up else -1) if (self.run > 0) == up and self.run else (1 if up else -1)
                self.wins, self.losses = max(self.wins, self.run), max(self.losses, -self.run)
            worth = self.worth()
            if rules.stop_loss is not None and worth <= bankroll - rules.stop_loss:
                self.over = 2
                break
            if rules.win_goal is not None and worth >= bankroll + rules.win_goal:
                self.over = 3
                break
            if self.rounds == rules.rounds:
                break
        while self.layout.standing:
            self.roll()
        result = self.cash - bankroll
        return [result, self.outlay, self.rounds, self.drawdown, self.wins, self.losses, self.over, self.rolls]

    def worth(self) -> int:
        return self.cash + sum(it.stake for it in self.layout.standing.values())

    def place_all(self) -> bool:
        """Place what the strategy places; nothing of it stays if the cash does not cover it all."""
        made: list[PlacedWager] = []
        for bet in self.strategy.bets:
            for on in self.places(bet):
                it = self.place(bet, on)
                if it is not None:
                    made.append(it)
        cost = sum(it.stake + it.commission for it in made)
        if cost > self.cash:
            self.layout.lift(it.id for it in reversed(made))
            return False
        self.cash -= cost
        self.outlay += cost
        for it in made:
            bet = self.owner[it.id]
            self.placed[bet.id] = self.placed.get(bet.id, 0) + 1
        return True

    def places(self, bet: Bet) -> Iterator[str | None]:
        if any(self.layout.markers[it] not in states for it, states in bet.when.items()):
            return
        if any(self.last.get(it, result) != result for it, result in bet.after.items()):
            return
        standing = list(self.layout.standing.values())
        if not bet.on:
            if sum(self.owner[it.id].id == bet.id for it in standing) < bet.standing:
                yield None
            return
        for it in standing:
            mine = [each for each in it.behind if self.owner[each.id].id == bet.id]
            if self.owner[it.id].id == bet.on and not mine:
                yield it.id

    def place(self, bet: Bet, on: str | None) -> PlacedWager | None:
        id = f"{self.rounds} {bet.id} {on}"
        stake = bet.stakes[self.steps[bet.id]] if bet.stakes else None
        if on is not None:
            parent, limits = self.layout.standing[on], self.strategy.limits_of(bet.wager)
            if parent.wager.states[parent.state] not in bet.wager.states:
                return None
            most = self.layout.most_behind(bet.wager, parent)
            stake = min(most if stake is None else stake, most, limits.maximum)
            if stake < limits.minimum:
                return None
        assert stake is not None
        made = self.layout.place(id, bet.wager.id, stake, on)
        if isinstance(made, Refused):
            assert made.why in NOT_NOW, made.message
            return None
        if bet.working:
            self.layout.call(id, working=True)
        self.owner[id] = bet
        return made

    def roll(self) -> int:
        before = self.worth()
        decided = self.layout.roll(self.book.dice.rolls[next(self.dice)])
        assert not isinstance(decided, Refused)
        for gone in decided:
            bet = self.owner[gone.id]
            self.cash += gone.returned
            self.returned[bet.id] = self.returned.get(bet.id, 0) + gone.returned
            self.steps[bet.id] = bet.ladder.after(self.steps[bet.id], gone.result, len(bet.stakes))
            if gone.result in ("win", "lose"):
                self.last[bet.id] = gone.result
        self.rolls += 1
        worth = self.worth()
        self.highest = max(self.highest, worth)
        self.drawdown = max(self.drawdown, self.highest - worth)
        return worth - before
