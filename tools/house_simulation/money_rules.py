"""Where every cent is, worked out from the postings and the facts of the journal alone."""

from collections import Counter
from typing import Any, Final

from tools.house_simulation.violation import Entry, Violation

OUTSIDE: Final = "chips/outside"
"""Chips in people's pockets; whoever brings chips brings them from there."""
EVEN: Final = {"small": range(4, 11), "big": range(11, 18)}
"""Wagers at even money with the totals that win; a triple loses."""
SYMBOLS: Final = "Symbols"
"""A table whose dice show no numbers."""


class MoneyRules:
    """The ledger, and what may move in it."""

    def __init__(self) -> None:
        self.balances: Counter[str] = Counter()
        self.history: list[tuple[int, str, int]] = []
        """What the accounts of patrons and their racks came to, entry by entry."""
        self._sales: dict[tuple[str, str], int] = {}
        self._undone: set[tuple[str, str]] = set()
        self._sent: dict[str, int] = {}
        self._taken: set[str] = set()
        self._corrected: set[tuple[str, str]] = set()
        self._owed: dict[str, int] = {}
        self._carried: Counter[str] = Counter()
        """Chips that people left tables with, less what came to their accounts."""

    def follows(self, entry: Entry) -> None:
        moved: Counter[str] = Counter()
        for account, amount in entry.postings:
            moved[account] += amount
        if sum(moved.values()):
            raise Violation("money is conserved", f"entry {entry.seq}: its postings add up to {sum(moved.values())}")
        for event in entry.events:
            judge = _RULES.get(event["event"])
            if judge:
                judge(self, entry, event, moved)
        for account, amount in moved.items():
            self.balances[account] += amount
            there = self.balances[account]
            if there < 0 and not account.startswith("~"):
                raise Violation("no account is short", f"entry {entry.seq}: {account} is at {there}")
            if account in self._owed:
                self._still_owed(entry, account, there)
            if account.startswith("patron/") or account.endswith("/rack"):
                self.history.append((entry.seq, account, there))

    def _still_owed(self, entry: Entry, account: str, there: int) -> None:
        low, high = sorted((0, self._owed[account]))
        if not low <= there <= high:
            raise Violation("a wrong payment is put right once", f"entry {entry.seq}: {account} is at {there}")

    # --- what facts say of money

    def _sold(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:
        self._sales[entry.stream, event["cause"]] = event["amount"]
        self._received(entry, event, moved)

    def _received(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:  # noqa: ARG002
        cause = event["cause"]
        if not cause.startswith("~sent:"):
            return
        sent = cause.removeprefix("~sent:")
        if self._sent.get(sent) != event["amount"] or sent in self._taken:
            raise Violation("money is sent once", f"entry {entry.seq}: {sent} was not on its way to {entry.stream}")
        self._taken.add(sent)

    def _undo(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:  # noqa: ARG002
        sale = (entry.stream, event["sale"])
        if sale in self._undone or self._sales.get(sale) != event["amount"]:
            raise Violation("a sale is undone once", f"entry {entry.seq}: {event['sale']} at {entry.stream}")
        self._undone.add(sale)

    def _sends(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:  # noqa: ARG002
        self._sent[event["sent"]] = event["amount"]

    def _returned(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:  # noqa: ARG002
        sent = event["sent"]
        if sent in self._taken:
            raise Violation("money is sent once", f"entry {entry.seq}: {sent} went back, and was taken")
        self._taken.add(sent)

    def _brought(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:
        if moved[OUTSIDE] != -event["amount"]:
            said = f"{event['amount']} in chips came from nowhere"
            raise Violation("chips come from somewhere", f"entry {entry.seq}: {said}")

    def _left(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:  # noqa: ARG002
        if entry.stream != "Terminals":
            self._carried[event["person"]] += event["chips"]

    def _deposited(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:  # noqa: ARG002
        if event["means"] != "chips":
            return
        person = event["person"]
        self._carried[person] -= event["amount"]
        if self._carried[person] < 0:
            raise Violation("chips go to an account once", f"entry {entry.seq}: {person} had not so many")

    def _mispaid(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:
        """The rack becomes what it really is, once for a wager, and the difference is owed."""
        key = (entry.stream, event["bet"])
        if event["bet"] and key in self._corrected:
            raise Violation("a payment is corrected once", f"entry {entry.seq}: {event['bet']} at {entry.stream}")
        self._corrected.add(key)
        booked = entry.command.get("booked")
        if booked is None:
            booked = event["paid"] if entry.stream == "Terminals" else event["due"]
        more, there = event["paid"] - booked, event["there"]
        if there:
            rack = f"table/{entry.stream}/seat/{there}/rack"
            right = max(more, -self.balances[rack])
            if moved[rack] != right:
                raise Violation(
                    "a payment is corrected once", f"entry {entry.seq}: {rack} by {moved[rack]}, not {right}"
                )
        owed, due = f"~owed/{entry.stream}/{event['mispayment']}", event["due"] - event["paid"]
        self._owed[owed] = due
        if moved[owed] != due:
            raise Violation(
                "a wrong payment is put right once", f"entry {entry.seq}: {owed} by {moved[owed]}, not {due}"
            )

    def _settled(self, entry: Entry, event: dict[str, Any], moved: Counter[str]) -> None:  # noqa: ARG002
        dice = next((it["dice"] for it in entry.events if it["event"] in {"round-ended", "roll-settled"}), None)
        if not dice or entry.stream == SYMBOLS:
            return
        for it in event["settled"]:
            wins = EVEN.get(it["wager"])
            if wins is None:
                continue
            won = sum(dice) in wins and len(set(dice)) > 1
            paid = it["stake"] if won else 0
            if it["winnings"] != paid or it["returned"] != 2 * paid:
                said = f"{it['wager']} of {it['stake']} on {dice} got {it['returned']}"
                raise Violation("wagers are paid as they fall", f"entry {entry.seq}: {said}")

    # --- in the end

    def at_the_end(self) -> None:
        """Nothing is on its way."""
        if waiting := set(self._sent) - self._taken:
            raise Violation("what follows is done", f"never taken and never sent back: {sorted(waiting)[:3]}")
        if left := {who: it for who, it in self._carried.items() if it}:
            raise Violation("what follows is done", f"chips that came to no account: {left}")
        between = ("transit/", "collected/", "counter/")
        stuck = {name: it for name, it in self.balances.items() if it and name.startswith(between)}
        if stuck:
            raise Violation("what follows is done", f"money is on its way for ever: {stuck}")


_RULES: Final = {
    "chips-bought": MoneyRules._sold,
    "money-inserted": MoneyRules._received,
    "sale-reversed": MoneyRules._undo,
    "bought-in": MoneyRules._sends,
    "sent-returned": MoneyRules._returned,
    "chips-brought": MoneyRules._brought,
    "seat-left": MoneyRules._left,
    "funds-deposited": MoneyRules._deposited,
    "mispayment-recorded": MoneyRules._mispaid,
    "losers-collected": MoneyRules._settled,
    "winners-paid": MoneyRules._settled,
}
