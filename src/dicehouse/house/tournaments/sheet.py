"""The terms of a tournament as a document for patrons, in plain words from the data."""

from typing import Final

from dicehouse import __version__
from dicehouse.house.promotions.sheet import MISSING, facts, moment
from dicehouse.house.tournaments.checking import book_of
from dicehouse.house.tournaments.parts import Action, Prize, Purchase, Round, Tie
from dicehouse.house.tournaments.terms import Terms, terms_hash
from dicehouse.money import dollars
from dicehouse.sheet.parts import Block, Cell, Column, Facts, Section, Sheet, Signatures, Table, Text

ACTIONS: Final[dict[Action, str]] = {
    "warn": "a warning",
    "chips": "loss of chips",
    "lose-wager": "loss of the wager",
    "disqualify": "disqualification",
}
TIES: Final[dict[Tie, str]] = {
    "bank-before": "the larger bank before the last spin",
    "extra-spin": "extra spins between those who are equal",
    "lot": "a lot from the published seed of the round",
    "share": "equal parts of their prizes",
}
STATEMENTS: Final = (
    ("details.start_may_change", "The director may move the start of a round with reasonable notice."),
    ("details.changes_notified", "The regulator is told of any change before the tournament."),
    ("entry.accepting", "Whoever takes part accepts these terms."),
    ("entry.entitled_only", "Only people who may be in the casino and gamble there can enter."),
    ("entry.may_refuse", "The house may refuse an application."),
    ("entry.abide", "Whoever breaks these terms risks disqualification."),
    ("entry.signed", "Every player signs a copy of these terms."),
    (
        "entry.staff",
        "Staff may play in this charity or media event if a chief officer approves; the next player has their prize.",
    ),
    ("format.same_bank", "All players start with the same bank and are told how much it is before the start."),
    ("format.repechage_by_director", "The director decides whether there is a repechage."),
    ("conduct.rules_prevail", "Where these terms and the rules of Sic Bo differ, the rules go first."),
    (
        "conduct.ends_early",
        "The director may end a table early: once it is certain who goes on, or, if chips are cash, as all agree.",
    ),
    ("conduct.privacy", "What entrants tell about themselves is treated by the house's privacy policy."),
    ("conduct.publicity", "With an entrant's permission the house may use name, suburb and pictures in advertising."),
    ("conduct.by_the_rules", "The director runs the tournament by these terms and by the rules of Sic Bo."),
    ("conduct.director_final", "In a dispute the director's decision is final."),
    (
        "conduct.liability",
        "As far as consumer law permits, nobody is liable for losses that a decision of the director leads to.",
    ),
    ("conduct.complaints", "Whoever has a complaint about gaming here can have the regulator investigate it."),
)


def sheet(terms: Terms) -> Sheet:
    """Everything that the terms say; what they do not say is shown as not stated."""
    return Sheet(
        title=f"{terms.name}: terms and conditions",
        version=__version__,
        hash=book_of(terms).hash,
        date="",
        sections=(
            Section("The tournament", (_details(terms),)),
            Section("Entry", (_entry(terms),)),
            Section("Rounds", (_rounds(terms), *_format(terms))),
            Section("Wagers", (_wagers(terms),)),
            Section("Winners and prizes", (_winners(terms), _prizes(terms))),
            Section("Conduct of play", (_conduct(terms),)),
            Section("What applies to all", tuple(Text(it) for it in _statements(terms))),
            Section(
                "These terms",
                (
                    facts(("SHA-256", terms_hash(terms))),
                    *((Signatures(by=("Player",), lines=("Name", "Signature", "Date")),) if terms.entry.signed else ()),
                ),
            ),
        ),
    )


def _statements(terms: Terms) -> tuple[str, ...]:
    made = []
    for key, said in STATEMENTS:
        part, _, item = key.partition(".")
        if getattr(getattr(terms, part), item):
            made.append(said)
    return tuple(made)


def _money(amount: int | None) -> str:
    return dollars(amount) if amount else "none"


def _purchase(it: Purchase | None) -> str:
    if it is None:
        return "none"
    return (
        f"{dollars(it.price)} for {dollars(it.bank)} in chips, {it.most} for each player, until round {it.until_round}"
    )


def _details(terms: Terms) -> Facts:
    it = terms.details
    return facts(
        ("Tournament", terms.id),
        ("Game", f"{terms.rulebook}, tournament rules of section 8"),
        ("Starts", moment(it.starts)),
        ("Entries close", moment(it.entries_close)),
        ("Where", it.location),
        ("Entry fee", _money(it.entry_fee)),
        ("Buy-in", _money(it.buy_in)),
        ("Re-buy", _purchase(it.re_buy)),
        ("Add-on", _purchase(it.add_on)),
        ("Players", f"{it.min_players} to {it.max_players}"),
        ("Notice of a start that is moved", f"{it.start_notice} minutes"),
    )


def _entry(terms: Terms) -> Facts:
    it = terms.entry
    return facts(
        ("How to enter", it.method),
        ("Who is chosen", it.criteria or "anyone who may enter"),
        ("These terms are available", it.available),
        ("Withdrawal without a penalty", f"until {moment(it.withdraw_until)}"),
        ("Substitutes", f"until {moment(it.substitute_until)}" if it.substitute_until else "none"),
    )


def _rounds(terms: Terms) -> Table:
    columns = (
        Column("Round", 2), Column("Ends", 3), Column("Tables", 1, right=True), Column("Seats each", 1, right=True),
        Column("Bank", 2, right=True), Column("Who goes on", 4),
    )  # fmt: skip
    rows = tuple(_round(terms, number, it) for number, it in enumerate(terms.format.rounds, 1))
    return Table(columns, rows)


def _round(terms: Terms, number: int, it: Round) -> tuple[Cell, ...]:
    spins, minutes = f"after {it.spins} spins", f"after {it.minutes} minutes"
    ends = f"{spins} or {minutes}, the first of the two" if it.spins and it.minutes else spins if it.spins else minutes
    bank = "as after the round before" if it.carries else dollars(it.bank or terms.format.starting_bank)
    goes = [f"the first {it.top} of each table"] * bool(it.top) + [f"the best {it.best} of the rest"] * bool(it.best)
    name = f"{number}, a repechage" if it.repechage else "the final" if not it.places else str(number)
    told = " and ".join(goes) or "nobody: it decides the places"
    return tuple(Cell((said,)) for said in (name, ends, str(it.tables), str(it.seats), bank, told))


def _format(terms: Terms) -> tuple[Block, ...]:
    it, back = terms.format, terms.format.buy_back
    after = {
        "": MISSING,
        "no-value": "they have no value and stay with the house",
        "cash": f"each is paid in cash at {it.cash_rate} of its value",
    }[it.chips_after]
    lines = [f"Chips at the end: {after}."]
    if it.ties:
        lines.append(f"Between players who are equal at the line: {_chain(it.ties)}.")
    if back is not None:
        rounds = ", ".join(map(str, back.after_rounds))
        lines.append(f"After round {rounds}, up to {back.places} players buy back for {dollars(back.price)} each.")
    if it.repechage:
        lines.append(f"Repechage: {it.repechage}.")
    return tuple(Text(line) for line in lines)


def _chain(ties: tuple[Tie, ...]) -> str:
    return ", then ".join(TIES[it] for it in ties)


def _wagers(terms: Terms) -> Facts:
    it = terms.wagers
    missed = {"": "", "taken": "; what is missing is taken", "out": "; whoever stakes less is out"}
    secret = it.secret and f"{it.secret.per_spin} in a spin, {it.secret.per_session} in a round: {it.secret.how}"
    return facts(
        ("Chips", it.chips),
        ("Smallest chip", _money(it.chip)),
        ("Least wager", _money(it.minimum)),
        ("Compulsory in each spin", _money(it.compulsory) + missed[it.compulsory_missed]),
        ("Secret wagers", secret or "none"),
        ("Elimination", terms.elimination.criteria),
    )


def _winners(terms: Terms) -> Facts:
    pool = terms.pool
    of = ", ".join(pool.of)
    whole = dollars(pool.fixed) if pool.fixed else f"{pool.share or MISSING} of {of or MISSING}"
    left = {"": MISSING, "first": "to the first place", "house": "to the house"}[pool.leftover]
    return facts(
        ("Who wins", terms.winners.criteria),
        ("Between equals", _chain(terms.winners.ties)),
        ("Prize pool", whole),
        ("Odd cents and prizes that nobody takes", left),
    )


def _prizes(terms: Terms) -> Table:
    return Table(
        (Column("Place", 1), Column("Prize of each", 3)),
        tuple((Cell((_places(it),)), Cell((_prize(it),))) for it in terms.pool.prizes),
    )


def _places(it: Prize) -> str:
    return f"{it.place} to {it.to}" if it.to > it.place else str(it.place)


def _prize(it: Prize) -> str:
    return dollars(it.amount) if it.amount else f"{it.share or MISSING} of the pool"


def _conduct(terms: Terms) -> Facts:
    it = terms.conduct
    chips = {"": MISSING, "removed": "they leave the game", "shared": "the others at the table share them"}
    retire = {"": MISSING, "ranked": "keeps a place by the bank", "unplaced": "has no place"}
    return facts(
        ("Penalties", it.penalised),
        ("Which penalties", _actions(it.penalties)),
        ("Chips that a penalty takes", _money(it.penalty_chips)),
        ("Disqualification", it.disqualified),
        ("Chips of who is disqualified", chips[it.disqualified_chips]),
        ("Substitutes", it.substitute),
        ("What a substitute takes over", it.substituting),
        ("Refunds", it.refunds),
        ("Late or not there", _actions(it.late)),
        ("Absence", _actions(it.absence)),
        ("Telephone in play", _actions(it.telephone)),
        ("Who retires", retire[it.retirement]),
    )


def _actions(actions: tuple[Action, ...]) -> str:
    return ", ".join(ACTIONS[it] for it in actions)
