"""The kernel: settles a row group again and marks every row that the rules do not bear out.

It reads whole numbers only and never divides into a fraction: what was paid is multiplied out and compared. Most rows
are borne out by one comparison; the others take the long way, with rounding to chips, units and commissions.

Chains of steps are proved by sums that cancel, as `links` says.
"""

from typing import Any, Final

import numpy as np
from numba import njit, uint64

from dicehouse.audit.compiled import NO_STATE
from dicehouse.audit.links import BUCKET_SHIFT
from dicehouse.audit.rounds import MISSING
from dicehouse.audit.schema import LINES, NOT_SAID
from dicehouse.money import LARGEST as LARGEST_STAKE

REMOVED: Final = LINES["removed"]
LARGEST: Final = int(LARGEST_STAKE)
MOST_PAID: Final = 10**15
"""Far above any payout, and far below what would not fit 64 bits when it is multiplied out."""
OFF: Final = 2


@njit(cache=True, nogil=True, inline="always")
def _mixed(value: Any) -> Any:
    value = (value ^ (value >> uint64(30))) * uint64(0xBF58476D1CE4E5B9)
    value = (value ^ (value >> uint64(27))) * uint64(0x94D049BB133111EB)
    return value ^ (value >> uint64(31))


@njit(cache=True, nogil=True, inline="always")
def _multiple(amount: Any, inverse: Any, turn: Any, limit: Any) -> Any:
    """Whether an amount that is not below zero is a multiple of the step of payouts, told without dividing."""
    product = uint64(amount) * inverse
    return (((product >> turn) | (product << (uint64(64) - turn))) if turn else product) <= limit


@njit(cache=True, nogil=True, inline="always")
def _fit(stake: Any, returned: Any) -> Any:
    """Whether both amounts are such as can be; only those are summed."""
    return uint64(stake - 1) < uint64(LARGEST) and uint64(returned) <= uint64(MOST_PAID)


@njit(cache=True, nogil=True, error_model="numpy")
def settle(  # noqa: PLR0913, PLR0915, PLR0917  # one loop over everything
    rows: Any, words: Any, rounds: Any, rules: Any, charges_checked: Any, salt: Any, out: Any
) -> Any:
    """Settle every row; the number of suspects, whose rows stand in the first array of `out`.

    The other arrays of `out` take the sums of the chains by bucket, the first and the last number of new wagers by
    table, and sums: the stakes, what was returned, and how many of the suspects' numbers did not rise.
    """
    wager_no, table, number, wager, stake, returned, step, before, after, commission, call = rows
    state_of, said_of, call_of, table_of = words
    base, low, high, moments = rounds
    (
        home,
        plain,
        shift,
        sleeps,
        opens,
        stays,
        units,
        charges,
        cells,
        simple,
        totals,
        leads,
        pays,
        back,
        wholes,
        refunds,
        how,
    ) = rules
    suspects, falls, links, lowest, last, sums = out
    payout_step, up, charge_step, keeps, outcomes = how[0], how[1], how[2], how[3], how[4]
    inverse, turn, limit = uint64(how[5]), uint64(how[6]), uint64(how[7])
    found, staked, paid, fallen = 0, 0, 0, 0
    for i in range(len(wager_no)):
        no, s, r, k = wager_no[i], stake[i], returned[i], step[i]
        t, w = table[i], wager[i]
        if k == 1:
            if no <= last[t]:
                falls[fallen] = i
                fallen += 1
            else:
                last[t] = no
                if lowest[t] < 0:
                    lowest[t] = no
        place = number[i] + base[t]
        if place < low[t] or place >= high[t]:
            suspects[found] = i
            found += 1
            if _fit(s, r):
                staked += s
                paid += r
            continue
        moment = moments[uint64(place)]
        state = state_of[w, before[i]]
        said = said_of[w, after[i]]
        if moment == MISSING or state == NO_STATE:
            suspects[found] = i
            found += 1
            if _fit(s, r):
                staked += s
                paid += r
            continue
        c = commission[i]
        called = call_of[call[i]]
        asleep: Any = 0
        stood, begins = 0, True
        if not plain[state]:
            stood = (moment >> shift[state]) & 15
            begins = (opens[state] >> stood) & 1 == 1 and not charges[state, 2] and not units[state]
            if sleeps[state]:
                asleep = (sleeps[state] >> stood) & 1 if called == 0 else np.int64(called == OFF)
        effect = cells[uint64((state * 2 + asleep) * outcomes + (moment & 255))]
        right = (
            simple[effect]
            and _multiple(s, inverse, turn, limit)
            and r == s * totals[effect]
            and said == leads[effect]
            and c == 0
            and called >= 0
            and uint64(s - 1) < uint64(LARGEST)
            and (k > 1 or (k == 1 and begins))
        )
        if right:
            staked += s
            paid += r
        else:
            if _fit(s, r):
                staked += s
                paid += r
            if s <= 0 or s > LARGEST or r < 0 or r > MOST_PAID or k < 1 or called < 0 or c < 0 or c > LARGEST:
                suspects[found] = i
                found += 1
                continue
            if said == REMOVED:
                wrong = stays[state] or r != s + (0 if keeps else c)
            else:
                whole, unit, amount = wholes[effect], wholes[effect] * payout_step, s * pays[effect]
                if back[effect] == 0 or back[effect] == whole:
                    # What was won is a multiple of the step, and less than one from the exact amount.
                    won = r - refunds[effect] * c - (s if back[effect] else 0)
                    over = won * whole - amount if up else amount - won * whole
                    wrong = won < 0 or over < 0 or over >= unit or not _multiple(won, inverse, turn, limit)
                else:
                    over = amount % unit
                    if over:
                        amount += unit - over if up else -over
                    wrong = (r - refunds[effect] * c) * whole - s * back[effect] != amount
                wrong |= said != leads[effect] and (said != NOT_SAID or leads[effect] >= 0)
            if units[state] and s % units[state]:
                wrong = True
            if k == 1:
                wrong |= not (opens[state] >> stood) & 1
                if charges_checked:
                    charged = s * charges[state, 0]
                    if charges[state, 4]:
                        unit = charges[state, 1] * payout_step
                        over = charged % unit
                        if over:
                            charged += unit - over if up else -over
                    unit = charges[state, 1] * charges[state, 3]
                    over = charged * charges[state, 2] - c * unit
                    wrong |= over < 0 or over >= unit * charge_step or (charge_step > 1 and c % charge_step != 0)
            if wrong:
                suspects[found] = i
                found += 1
        if k > 1 or said >= 0:
            key = uint64(no) * salt[0] + uint64(table_of[t]) * salt[1]
            part = uint64(0)
            if k > 1:
                own = uint64(state - home[state])
                part -= _mixed(key + uint64(k) * salt[2] + uint64(place) * salt[3] + own * salt[4])
            if said >= 0:
                following = place + 1
                while following < high[t] and moments[following] == MISSING:
                    following += 1
                if following < high[t]:
                    part += _mixed(key + uint64(k + 1) * salt[2] + uint64(following) * salt[3] + uint64(said) * salt[4])
            links[key >> uint64(BUCKET_SHIFT)] += part
    sums[0] += staked
    sums[1] += paid
    sums[2] += fallen
    return found


@njit(cache=True, nogil=True, error_model="numpy")
def linked(  # noqa: PLR0913, PLR0917  # the same rows as above
    rows: Any, words: Any, rounds: Any, home: Any, salt: Any, suspect: Any, found: Any, parts: Any
) -> Any:
    """The rows of chains in suspect buckets, and what each adds to the sum of its wager."""
    wager_no, table, number, wager, _, _, step, before, after, _, _ = rows
    state_of, said_of, _, table_of = words
    base, low, high, moments = rounds
    many = 0
    for i in range(len(wager_no)):
        t, w, k = table[i], wager[i], step[i]
        place = number[i] + base[t]
        state = state_of[w, before[i]]
        said = said_of[w, after[i]]
        if place < low[t] or place >= high[t] or moments[place] == MISSING or state == NO_STATE:
            continue
        if k > 1 or said >= 0:
            key = uint64(wager_no[i]) * salt[0] + uint64(table_of[t]) * salt[1]
            if not suspect[key >> uint64(BUCKET_SHIFT)]:
                continue
            part = uint64(0)
            if k > 1:
                own = uint64(state - home[state])
                part -= _mixed(key + uint64(k) * salt[2] + uint64(place) * salt[3] + own * salt[4])
            if said >= 0:
                following = place + 1
                while following < high[t] and moments[following] == MISSING:
                    following += 1
                if following < high[t]:
                    part += _mixed(key + uint64(k + 1) * salt[2] + uint64(following) * salt[3] + uint64(said) * salt[4])
            found[many], parts[many] = i, part
            many += 1
    return many
