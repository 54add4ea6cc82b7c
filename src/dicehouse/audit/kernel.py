"""The kernel: settles a row group again and marks every row that the rules do not bear out.

It reads whole numbers only and never divides into a fraction: what was paid is multiplied out and compared. Most rows
are borne out at a glance; the others take the long way, with units and commissions.

Chains of steps are proved by sums that cancel, as `links` says.
"""

from typing import Any, Final

from numba import njit, uint64

from dicehouse.audit.compiled import NO_STATE
from dicehouse.audit.glance import CALLED
from dicehouse.audit.rounds import MISSING
from dicehouse.audit.schema import MOST_PAID
from dicehouse.money import LARGEST as LARGEST_STAKE

LARGEST: Final = int(LARGEST_STAKE)
CALLS: Final = len(CALLED)


@njit(cache=True, nogil=True, inline="always")
def _mixed(value: Any) -> Any:
    value = (value ^ (value >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> uint64(27))) * uint64(0x94D049BB133111EB)
    return value ^ (value >> uint64(31))


@njit(cache=True, nogil=True, inline="always")
def _multiple(amount: Any, inverse: Any, turn: Any, limit: Any) -> Any:
    """Whether an amount that is not below zero is a multiple of the step of payouts, told without dividing."""
    product = uint64(amount) * inverse
    return ((product >> turn) | (product << ((uint64(64) - turn) & uint64(63)))) <= limit


@njit(cache=True, nogil=True, inline="always")
def _fit(stake: Any, returned: Any) -> Any:
    """Whether both amounts are such as can be; only those are summed."""
    return (uint64(stake - 1) < uint64(LARGEST)) & (uint64(returned) <= uint64(MOST_PAID))


@njit(cache=True, nogil=True, inline="always")
def _link(  # noqa: PLR0913, PLR0917  # what a step says
    key: Any, k: Any, place: Any, following: Any, state: Any, leaves: Any, salt: Any
) -> Any:
    """What a step adds to the sum of its wager: where the next one takes it up, less where it took up the wager.

    A first step takes up nothing. `following` is below 0 where the table has no more rounds, and `leaves`, the state
    that the wager is left in, where it does not stand any more.
    """
    key += uint64(k) * salt[2]
    taken = _mixed(key + uint64(place) * salt[3] + uint64(state) * salt[4])
    given = _mixed(key + salt[2] + uint64(following) * salt[3] + uint64(leaves) * salt[4])
    stands = uint64(0) - uint64((leaves >= 0) & (following >= 0))
    later = uint64(0) - uint64(k > 1)
    return (given & stands) - (taken & later)


@njit(cache=True, nogil=True, inline="always")
def _following(local: Any, end: Any, kinds: Any) -> Any:
    """The next round in a window, or below 0 after the last of the table."""
    local += 1
    while local < end and kinds[uint64(local)] == MISSING:
        local += 1
    return local if local < end else -1


@njit(cache=True, nogil=True, error_model="numpy")
def glance(  # noqa: PLR0913, PLR0917  # one loop over everything
    rows: Any,
    before: Any,
    commission: Any,
    call: Any,
    words: Any,
    rounds: Any,
    many: Any,
    quick: Any,
    how: Any,
    out: Any,
) -> Any:
    """Look at every row; the number of those that are not borne out at a glance.

    The first arrays of `out` take these rows, the rows whose numbers did not rise, and those that belong to chains. The
    others take the first and the last number of new wagers by table, and counts: the stakes, what was returned, how
    many numbers did not rise, and how many rows belong to chains. A column that a file leaves out is None, and the loop
    is compiled without it.
    """
    wager_no, table, number, wager, stake, returned, step, after = rows
    state_of, _, word_of, call_of, _ = words
    base, low, high, _, kinds = rounds
    doubtful, falls, steps, lowest, last, counts = out
    inverse, turn, limit, ends = uint64(how[4]), uint64(how[5]), uint64(how[6]), uint64(how[7] - 2)
    found, staked, paid, fallen, linked = 0, 0, 0, 0, 0
    rows_in_all, i = len(wager_no), 0
    while i < rows_in_all:
        t = table[i]
        place_of, first, size = base[t], low[t], uint64(high[t] - low[t])
        earliest, latest = lowest[t], last[t]
        while i < rows_in_all and table[i] == t:
            no, s, r, k, w = wager_no[i], stake[i], returned[i], step[i], wager[i]
            state = state_of[w, 0] if before is None else state_of[w, before[i]]
            c = 0 if commission is None else commission[i]
            called = 0 if call is None else call_of[call[i]]
            word = word_of[after[i]]
            if k == 1:
                if no <= latest:
                    falls[fallen] = i
                    fallen += 1
                else:
                    latest = no
                    earliest = no if earliest < 0 else earliest
            steps[linked] = i
            linked += (k > 1) | (uint64(word - 2) < ends)
            place = number[i] + place_of
            right = False
            if uint64(place - first) < size and state != NO_STATE and called >= 0:
                kind = kinds[uint64(place)]
                if kind != MISSING:
                    due = quick[uint64(((state * CALLS + called) * 2 + (k == 1)) * many + kind)]
                    right = (
                        (r == s * (due >> 16))
                        & (due & 0xFFFF == word)
                        & (uint64(s - 1) < uint64(LARGEST))
                        & (no >= 0)
                        & (k > 0)
                        & ((c == 0) | ((k > 1) & (uint64(c) <= uint64(LARGEST))))
                        & _multiple(s, inverse, turn, limit)
                    )
            fit = right or _fit(s, r)
            staked += s if fit else 0
            paid += r if fit else 0
            doubtful[found] = i
            found += not right
            i += 1
        lowest[t], last[t] = earliest, latest
    counts[0] += staked
    counts[1] += paid
    counts[2] += fallen
    counts[3] += linked
    return found


@njit(cache=True, nogil=True, error_model="numpy")
def closely(  # noqa: PLR0913, PLR0917  # a row and the rules
    doubtful: Any,
    rows: Any,
    before: Any,
    commission: Any,
    call: Any,
    words: Any,
    rounds: Any,
    many: Any,
    leads_to: Any,
    steps: Any,
    how: Any,
    checked: Any,
) -> Any:
    """How many of some rows are wrong, which are put first."""
    wager_no, table, number, wager, stake, returned, step, after = rows
    state_of, _, word_of, call_of, _ = words
    base, low, high, _, kinds = rounds
    leads, decides, pays, back, wholes, refunds, units, contract_in, may, most, charged_of, rate, parts, payable = steps
    payout_step, up, charge_step, keeps, removed = how[0], how[1], how[2], how[3], how[8]
    inverse, turn, limit = uint64(how[4]), uint64(how[5]), uint64(how[6])
    found = 0
    for j in range(len(doubtful)):
        i = doubtful[j]
        doubtful[found] = i
        found += 1
        t, w, s, r, k = table[i], wager[i], stake[i], returned[i], step[i]
        c = 0 if commission is None else commission[i]
        called = 0 if call is None else call_of[call[i]]
        state = state_of[w, 0] if before is None else state_of[w, before[i]]
        place = number[i] + base[t]
        if place < low[t] or place >= high[t] or kinds[uint64(place)] == MISSING or state == NO_STATE:
            continue
        if not _fit(s, r) or uint64(c) > uint64(LARGEST) or k < 1 or called < 0 or wager_no[i] < 0:
            continue
        led = leads_to[uint64(((state * CALLS + called) * 2 + (k == 1)) * many + kinds[uint64(place)])]
        word, whole = word_of[after[i]], wholes[led]
        if word == removed:
            wrong = contract_in[led] == 1 or r != s + (0 if keeps else c)
        else:
            # What was won is a multiple of the step, and less than one from the exact amount.
            won = (r - refunds[led] * c) * whole - s * back[led]
            over = won - s * pays[led] if up else s * pays[led] - won
            wrong = over < 0 or over >= whole * payout_step or won < 0
            if whole == 1:
                wrong = wrong or not _multiple(won, inverse, turn, limit)
            else:
                wrong = wrong or won % (whole * payout_step) != 0
            wrong |= word != leads[led] and (word != 0 or decides[led] == 0)
        wrong |= may[led] == 0 or s % units[led] != 0
        if checked and k == 1 and (c or rate[led]):
            charged = s * most[led]
            if payable[led]:
                unit = charged_of[led] * payout_step
                over = charged % unit
                if over:
                    charged += unit - over if up else -over
            unit = charged_of[led] * parts[led]
            over = charged * rate[led] - c * unit
            wrong |= over < 0 or over >= unit * charge_step or (charge_step > 1 and c % charge_step != 0)
        found -= not wrong
    return found


@njit(cache=True, nogil=True, error_model="numpy")
def chains(  # noqa: PLR0913, PLR0917  # what a step says
    steps: Any, rows: Any, before: Any, words: Any, rounds: Any, home: Any, salt: Any, sums: Any, shift: Any, out: Any
) -> Any:
    """Add what some steps of chains add to the sums of their wagers, by bucket; how many of them are known.

    Unless it is None, `out` takes the row of each, the salted number of its wager, and what it adds.
    """
    wager_no, table, number, wager, _, _, step, after = rows
    state_of, said_of, _, _, table_of = words
    base, low, high, apart, kinds = rounds
    many = 0
    for i in steps:
        t, w = table[i], wager[i]
        state = state_of[w, 0] if before is None else state_of[w, before[i]]
        said = said_of[w, after[i]]
        place = number[i] + base[t]
        if place < low[t] or place >= high[t] or state == NO_STATE or kinds[uint64(place)] == MISSING:
            continue
        key = uint64(wager_no[i]) * salt[0] + uint64(table_of[t]) * salt[1]
        following = _following(place, high[t], kinds)
        following = following + apart[t] if following >= 0 else following
        leaves = home[state] + said if said >= 0 else said
        part = _link(key, step[i], place + apart[t], following, state, leaves, salt)
        sums[key >> shift] += part
        if out is not None:
            out[0][many], out[1][many], out[2][many] = i, key, part
        many += 1
    return many
