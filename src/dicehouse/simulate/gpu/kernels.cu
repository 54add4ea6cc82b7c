/* Rounds on a GPU. One source for a GPU (NVRTC compiles it as CUDA) and for a processor (the tests compile it as C).

Everything that the rules, the dice or the strategy decide comes in as a constant or as a table of `chain`, made from the
same positions as the processor's; nothing about a wager stands here. The constants:

  THREADS               of a block
  SIDES PER LEAST       the dice: outcomes, how many a word gives, the least rest of a word that counts
  CLASSES SHIFT         classes of outcomes; a state and a class are at state << SHIFT | class
  STATES POSITIONS EMPTY   states below POSITIONS are positions; the others play out what is left; in EMPTY nothing is left
  COPIES                of each counter that is shared by the threads of a block, so that they seldom meet
  STEP                  `count_positions`: rolls that one lookup in shared memory does: 2, 1, or 0 for none
  HOT RUIN              `play_sessions`: states in shared memory, whether a bankroll can run out
  MONEY MONEY_BYTES     its integer for cents
  RESULTS LOWEST UNIT ROUNDS NEAR_BINS   of its figures: results that are possible, the lowest, in which unit; the most
                        rounds; bins in shared memory. RESULTS is 0 where each session is written down by itself

All kernels have the same arguments, because all launches are then alike. */

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;
typedef long long i64;

#define ARGUMENTS                                                                                                      \
    u64 seed, i64 first, i64 number, const i64 *rules, const int *table, const i64 *amounts, u64 *counts, i64 *figures

#define BLOCK_ROLLS (4 * PER)

/* ------------------------------------------------------------------------------------------------- the generator */

/* Four words of Philox4x32-10: the key is the seed, the counter the session and the block within it. */
INLINE void draw(u64 seed, u64 session, u32 block, u32 word[4])
{
    u32 x0 = block, x1 = 0, x2 = (u32)session, x3 = (u32)(session >> 32);
    u32 k0 = (u32)seed, k1 = (u32)(seed >> 32);
    UNROLL
    for (int round = 0; round < 10; round++) {
        u32 high_0, low_0, high_1, low_1;
        multiply(x0, MULTIPLIER_0, &high_0, &low_0);
        multiply(x2, MULTIPLIER_1, &high_1, &low_1);
        x0 = high_1 ^ x1 ^ k0;
        x1 = low_1;
        x2 = high_0 ^ x3 ^ k1;
        x3 = low_0;
        k0 += KEY_0;
        k1 += KEY_1;
    }
    word[0] = x0;
    word[1] = x1;
    word[2] = x2;
    word[3] = x3;
}

/* The whole part of a word, seen as a fraction, times so many; the word becomes what is left of it. */
INLINE u32 part_of(u32 *word, u32 many)
{
    u32 whole;
    multiply(*word, many, &whole, word);
    return whole;
}

/* The outcomes of a word, and its rest, which must be LEAST or more for it to count. */
INLINE u32 outcomes_of(u32 word, u32 outcome[PER])
{
    UNROLL
    for (int k = 0; k < PER; k++)
        outcome[k] = part_of(&word, SIDES);
    return word;
}

INLINE u32 smaller(u32 a, u32 b) { return a < b ? a : b; }

#if !defined(POSITIONS)

/* ------------------------------------------------------------------------------------------------------ measures */

/* The generator alone: every word is drawn and nothing done with it. */
KERNEL void draw_words(ARGUMENTS)
{
    u64 thread = (u64)blockIdx.x * blockDim.x + threadIdx.x, threads = (u64)gridDim.x * blockDim.x;
    u32 all = 0, word[4];
    for (u64 block = thread; block < (u64)number; block += threads) {
        draw(seed, first, (u32)block, word);
        all ^= word[0] ^ word[1] ^ word[2] ^ word[3];
    }
    if (all == 1)
        atomicAdd(counts, 1ULL);
}

/* The same with every outcome, as the processor's `draw_only`. */
KERNEL void draw_rounds(ARGUMENTS)
{
    u64 thread = (u64)blockIdx.x * blockDim.x + threadIdx.x, threads = (u64)gridDim.x * blockDim.x;
    u32 all = 0, word[4], outcome[PER];
    for (u64 block = thread; block < (u64)number; block += threads) {
        draw(seed, first, (u32)block, word);
        UNROLL
        for (int i = 0; i < 4; i++) {
            u32 rest = outcomes_of(word[i], outcome);
            UNROLL
            for (int k = 0; k < PER; k++)
                all ^= outcome[k];
            all += rest < LEAST;
        }
    }
    if (all == 0xFFFFFFFF)
        atomicAdd(counts, 1ULL);
}

/* -------------------------------------------------------------------------------------------- the histogram form */

/* Outcomes of shards of rules[0] rounds, of rules[1] rounds in all; a block of threads does a shard at a time. */
KERNEL void count_outcomes(ARGUMENTS)
{
    SHARED_MEMORY;
    u32 *came = shared, *left_out = shared + SIDES * COPIES;
    Near mine = near_to(came + threadIdx.x % COPIES);
    u32 word[4], outcome[BLOCK_ROLLS];
    for (i64 shard = first + blockIdx.x; shard < first + number; shard += gridDim.x) {
        for (u32 i = threadIdx.x; i < SIDES * COPIES; i += blockDim.x)
            came[i] = 0;
        i64 left = rules[1] - shard * rules[0];
        left = left < rules[0] ? left : rules[0];
        u32 from = 0;
        while (left >= BLOCK_ROLLS) { /* so many blocks are surely needed; what they leave out, the next ones make good */
            u32 blocks = (u32)(left / BLOCK_ROLLS), missed = 0;
            if (threadIdx.x == 0)
                *left_out = 0;
            __syncthreads();
            for (u32 block = threadIdx.x; block < blocks; block += blockDim.x) {
                draw(seed, shard, from + block, word);
                u32 rest = LEAST;
                UNROLL
                for (int i = 0; i < 4; i++)
                    rest = smaller(rest, outcomes_of(word[i], outcome + i * PER));
                if (rest >= LEAST) {
                    UNROLL
                    for (int k = 0; k < BLOCK_ROLLS; k++)
                        count_one(mine + outcome[k] * (4 * COPIES));
                } else {
                    for (int i = 0; i < 4; i++)
                        if (outcomes_of(word[i], outcome) >= LEAST) {
                            for (int k = 0; k < PER; k++)
                                count_one(mine + outcome[k] * (4 * COPIES));
                        } else
                            missed++;
                }
            }
            if (missed)
                atomicAdd(left_out, missed);
            __syncthreads();
            left -= (4 * (i64)blocks - *left_out) * PER;
            from += blocks;
            __syncthreads();
        }
        if (threadIdx.x == 0)
            for (; left > 0; from++) {
                draw(seed, shard, from, word);
                for (int i = 0; i < 4; i++)
                    if (outcomes_of(word[i], outcome) >= LEAST)
                        for (int k = 0; k < PER && left > 0; k++, left--)
                            count_one(mine + outcome[k] * (4 * COPIES));
            }
        __syncthreads();
        for (u32 side = threadIdx.x; side < SIDES; side += blockDim.x) {
            u64 all = 0;
            for (u32 copy = 0; copy < COPIES; copy++)
                all += came[side * COPIES + (side + copy) % COPIES];
            atomicAdd(&counts[side], all);
        }
        __syncthreads();
    }
}

#else

/* --------------------------------------------------------------------------------- positions, and nothing but counts */

/* The tables as they come: the class of each outcome, where each position plays out, and where each cell leads. */
#define CLASS_OF(outcome) table[outcome]
#define OUT_OF(state) table[SIDES + (state)]
#define LEADS_TO(cell) table[SIDES + POSITIONS + (cell)]

/* One roll by the tables in the GPU's own memory. */
INLINE int one_roll(const int *table, u64 *counts, int state, u32 outcome)
{
    u32 cell = ((u32)state << SHIFT) + CLASS_OF(outcome);
    atomicAdd(&counts[cell], 1ULL);
    return LEADS_TO(cell);
}

#if defined(STEP)

#define NEAR (STEP == 2 ? CLASSES * CLASSES : CLASSES)
#define NEAR_OUTCOMES (STEP == 2 ? SIDES * SIDES : SIDES)

/* The class of each outcome, or pair of outcomes, once for each of the threads that run in step: none waits for another. */
#define LANES 32
#define CLASS_AT(outcome) (((outcome) & ~3U) * LANES + ((outcome) & 3U))
#define CLASS_BYTES (((NEAR_OUTCOMES + 3) & ~3U) * LANES)

/* Sessions of rules[0] rounds each, with no stop: how often each class of outcomes came in each state. */
KERNEL void count_positions(ARGUMENTS)
{
    i64 thread = (i64)blockIdx.x * blockDim.x + threadIdx.x, threads = (i64)gridDim.x * blockDim.x;
    u32 word[4], outcome[PER];
#if STEP
    SHARED_MEMORY; /* counts by position and class, where that leads, and the class of each outcome or pair of them */
    u32 *came = shared;
    u8 *class_of = (u8 *)(came + POSITIONS * NEAR * COPIES);
    u16 *leads = (u16 *)(class_of + CLASS_BYTES);
    const Near mine = near_to(came + threadIdx.x % COPIES), near_leads = near_to(leads);
    const Near near_class = near_to(class_of + threadIdx.x % LANES * 4);
    for (u32 i = threadIdx.x; i < POSITIONS * NEAR * COPIES; i += blockDim.x)
        came[i] = 0;
    for (u32 i = threadIdx.x; i < POSITIONS * NEAR; i += blockDim.x) {
        u32 state = i / NEAR, near = i % NEAR;
        if (STEP == 2)
            state = LEADS_TO((state << SHIFT) + near / CLASSES);
        leads[i] = (u16)(LEADS_TO((state << SHIFT) + near % CLASSES) * NEAR);
    }
    for (u32 i = threadIdx.x; i < NEAR_OUTCOMES * LANES; i += blockDim.x) {
        u32 outcome = i / LANES;
        class_of[CLASS_AT(outcome) + i % LANES * 4] = (u8)(
            STEP == 2 ? CLASS_OF(outcome / SIDES) * CLASSES + CLASS_OF(outcome % SIDES) : CLASS_OF(outcome));
    }
    __syncthreads();
#endif
    for (i64 row = thread; row < number; row += threads) {
        u64 session = first + row;
        u32 block = 0, left = (u32)rules[0];
        int state = 0;
#if STEP
        u32 at = 0;
        for (; left >= BLOCK_ROLLS; block++) {
            u32 near[BLOCK_ROLLS / STEP];
            draw(seed, session, block, word);
            u32 least_rest = LEAST;
#if STEP == 2 && PER % 2 == 1
            UNROLL
            for (int i = 0; i < 2; i++) { /* two words together: the last roll of one and the first of the other pair */
                u32 one = word[2 * i], other = word[2 * i + 1], *to = near + i * PER;
                UNROLL
                for (int k = 0; k < PER / 2; k++)
                    to[k] = part_of(&one, SIDES * SIDES);
                to[PER / 2] = part_of(&one, SIDES) * SIDES;
                to[PER / 2] += part_of(&other, SIDES);
                UNROLL
                for (int k = PER / 2 + 1; k < PER; k++)
                    to[k] = part_of(&other, SIDES * SIDES);
                least_rest = smaller(least_rest, smaller(one, other));
            }
#else
            UNROLL
            for (int i = 0; i < 4; i++) {
                u32 rest = word[i];
                UNROLL
                for (int k = 0; k < PER / STEP; k++)
                    near[i * (PER / STEP) + k] = part_of(&rest, NEAR_OUTCOMES);
                least_rest = smaller(least_rest, rest);
            }
#endif
            if (least_rest >= LEAST) {
                UNROLL
                for (int i = 0; i < BLOCK_ROLLS / STEP; i++) {
                    u32 cell = at + near_byte(near_class + CLASS_AT(near[i]));
                    count_one(mine + cell * (4 * COPIES));
                    at = near_short(near_leads + 2 * cell);
                }
                left -= BLOCK_ROLLS;
            } else {
                state = at / NEAR;
                for (int i = 0; i < 4; i++)
                    if (outcomes_of(word[i], outcome) >= LEAST) {
                        for (int k = 0; k < PER; k++)
                            state = one_roll(table, counts, state, outcome[k]);
                        left -= PER;
                    }
                at = state * NEAR;
            }
        }
        state = at / NEAR;
#endif
        for (; state != EMPTY; block++) {
            draw(seed, session, block, word);
            for (int i = 0; i < 4; i++)
                if (outcomes_of(word[i], outcome) >= LEAST)
                    for (int k = 0; k < PER; k++) {
                        if (left == 0 && state < POSITIONS)
                            state = OUT_OF(state);
                        if (state == EMPTY)
                            break;
                        state = one_roll(table, counts, state, outcome[k]);
                        if (left)
                            left--;
                    }
            if (left == 0 && state < POSITIONS)
                state = OUT_OF(state);
        }
    }
#if STEP
    __syncthreads();
    for (u32 i = threadIdx.x; i < POSITIONS * NEAR; i += blockDim.x) {
        u64 all = 0;
        for (u32 copy = 0; copy < COPIES; copy++)
            all += came[i * COPIES + copy];
        if (!all)
            continue;
        u32 state = i / NEAR, near = i % NEAR;
        if (STEP == 2) {
            u32 cell = (state << SHIFT) + near / CLASSES;
            atomicAdd(&counts[cell], all);
            state = LEADS_TO(cell);
        }
        atomicAdd(&counts[(state << SHIFT) + near % CLASSES], all);
    }
#endif
}

#endif

/* ---------------------------------------------------------------------------------------- sessions, with their figures */

#if defined(HOT)

typedef MONEY money;

#define IS_HOT(state) (HOT == STATES || (state) < HOT)

typedef struct ALIGNED(MONEY_BYTES * 2) {
    money leads_to, gain;
} Cell;

/* What placing costs in a position, and where it plays out. */
typedef struct ALIGNED(16) {
    money charge, staked, laid, out;
} Placing;

INLINE Placing placing(const int *table, const i64 *amounts, int state)
{
    Placing it = {0, 0, 0, 0};
    if (state < POSITIONS) {
        it.charge = (money)amounts[3 * state];
        it.staked = (money)amounts[3 * state + 1];
        it.laid = (money)amounts[3 * state + 2];
        it.out = OUT_OF(state);
    }
    return it;
}

/* What is told of sessions: sums, then either a row for each, or how many had which figure. */
#define SUMS 6
#define ROW 8

/* One more in a bin: the first ones are near, and are added to the others when the launch ends. */
INLINE void put(Near near_bins, u64 *bins, u32 bin)
{
    if (bin < NEAR_BINS)
        count_one(near_bins + 4 * bin);
    else
        atomicAdd(&bins[bin], 1ULL);
}

/* rules: the bankroll, the results at which a session stops, the most rounds. */
KERNEL void play_sessions(ARGUMENTS)
{
    SHARED_MEMORY; /* of the hot states: what placing costs, cells, counts; then the near bins and the classes */
    Placing *placings = (Placing *)shared;
    Cell *cells = (Cell *)(placings + HOT);
    u32 *came = (u32 *)(cells + HOT * CLASSES), *few = came + HOT * CLASSES * COPIES;
    u8 *class_of = (u8 *)(few + NEAR_BINS);
    const Near mine = near_to(came + threadIdx.x % COPIES), near_class = near_to(class_of);
    const i64 *gains = amounts + 3 * POSITIONS;
    u64 *bins = (u64 *)figures + SUMS;
    for (u32 i = threadIdx.x; i < HOT; i += blockDim.x)
        placings[i] = placing(table, amounts, i);
    for (u32 i = threadIdx.x; i < HOT * CLASSES; i += blockDim.x) {
        u32 cell = (i / CLASSES << SHIFT) + i % CLASSES;
        Cell it = {LEADS_TO(cell), (money)gains[cell]};
        cells[i] = it;
    }
    for (u32 i = threadIdx.x; i < HOT * CLASSES * COPIES + NEAR_BINS; i += blockDim.x)
        came[i] = 0;
    for (u32 i = threadIdx.x; i < SIDES; i += blockDim.x)
        class_of[i] = (u8)CLASS_OF(i);
    __syncthreads();
    const money bankroll = (money)rules[0], floor = (money)rules[1], goal = (money)rules[2];
    const u32 limit = (u32)rules[3];
    const i64 threads = (i64)gridDim.x * blockDim.x;
    u64 all_rounds = 0, all_outlay = 0, squares_low = 0, squares_high = 0, products_low = 0;
    i64 products_high = 0;
    int state = EMPTY, over = 0;
    u32 block = 0, rounds = 0, more = 0, wins = 0, losses = 0, most_wins = 0, most_losses = 0;
    money worth = 0, highest = 0, drop = 0, outlay = 0;
    i64 row = (i64)blockIdx.x * blockDim.x + threadIdx.x - threads;
    while (1) {
        if (state == EMPTY) { /* not a loop within a loop: a thread whose session is over need not wait for the others */
            row += threads;
            if (row >= number)
                break;
            state = over = 0;
            block = rounds = more = wins = losses = most_wins = most_losses = 0;
            highest = bankroll;
            worth = bankroll - placings[0].charge;
            outlay = placings[0].laid;
            drop = 0;
        }
        u32 word[4], outcome[PER];
        draw(seed, first + row, block++, word);
        UNROLL
        for (int i = 0; i < 4; i++) {
            if (outcomes_of(word[i], outcome) < LEAST)
                continue;
            UNROLL
            for (int k = 0; k < PER; k++) { /* a session that is over stays in EMPTY, where nothing changes */
                const u32 kind = near_byte(near_class + outcome[k]);
                const int playing = state < POSITIONS;
                Cell found;
                if (!RESULTS)
                    more += !playing & (state != EMPTY);
                if (IS_HOT(state)) {
                    const u32 cell = (u32)state * CLASSES + kind;
                    found = cells[cell];
                    count_one(mine + cell * (4 * COPIES));
                } else {
                    const u32 cell = ((u32)state << SHIFT) + kind;
                    found.leads_to = LEADS_TO(cell);
                    found.gain = (money)gains[cell];
                    if (state != EMPTY)
                        atomicAdd(&counts[cell], 1ULL);
                }
                state = (int)found.leads_to;
                worth += found.gain;
                highest = worth > highest ? worth : highest;
                drop = highest - worth > drop ? highest - worth : drop;
                rounds += playing;
                const money told = playing ? found.gain : 0;
                wins = told > 0 ? wins + 1 : told < 0 ? 0 : wins;
                losses = told < 0 ? losses + 1 : told > 0 ? 0 : losses;
                most_wins = wins > most_wins ? wins : most_wins;
                most_losses = losses > most_losses ? losses : most_losses;
                Placing next = IS_HOT(state) ? placings[state] : placing(table, amounts, state);
                const int stop = (worth <= floor) | (worth >= goal) | (rounds == limit);
                const int ruined = RUIN & (worth - next.charge < next.staked);
                if (playing & (stop | ruined)) {
                    over = !stop ? 1 : worth <= floor ? 2 : worth >= goal ? 3 : 0;
                    state = (int)next.out;
                    next.charge = next.laid = 0;
                }
                worth -= next.charge;
                outlay += next.laid;
            }
        }
        if (state != EMPTY)
            continue;
        const i64 result = worth - bankroll;
#if RESULTS
        const Near near_bins = near_to(few);
        put(near_bins, bins, rounds);
        put(near_bins, bins, (ROUNDS + 1) + most_wins);
        put(near_bins, bins, 2 * (ROUNDS + 1) + most_losses);
        put(near_bins, bins, 3 * (ROUNDS + 1) + (u32)((int)result / UNIT - (LOWEST)));
        put(near_bins, bins, 3 * (ROUNDS + 1) + RESULTS + (u32)drop / UNIT);
        put(near_bins, bins, 3 * (ROUNDS + 1) + 2 * RESULTS + over);
        const u64 square = (u64)((i64)outlay * outlay);
        const i64 product = result * outlay;
        all_rounds += rounds;
        all_outlay += (u64)outlay;
        squares_low += square & 0xFFFFFFFF;
        squares_high += square >> 32;
        products_low += (u64)product & 0xFFFFFFFF;
        products_high += product >> 32;
#else
        i64 *told = figures + SUMS + ROW * row;
        told[0] = result;
        told[1] = outlay;
        told[2] = rounds;
        told[3] = drop;
        told[4] = most_wins;
        told[5] = most_losses;
        told[6] = over;
        told[7] = rounds + more;
#endif
    }
    const u64 sums[SUMS] = {all_rounds, all_outlay, squares_low, squares_high, products_low, (u64)products_high};
    UNROLL
    for (int i = 0; i < SUMS; i++)
        atomicAdd((u64 *)figures + i, sums[i]);
    __syncthreads();
    for (u32 i = threadIdx.x; i < HOT * CLASSES; i += blockDim.x) {
        u64 all = 0;
        for (u32 copy = 0; copy < COPIES; copy++)
            all += came[i * COPIES + copy];
        if (all && i / CLASSES != EMPTY)
            atomicAdd(&counts[(i / CLASSES << SHIFT) + i % CLASSES], all);
    }
    for (u32 i = threadIdx.x; i < NEAR_BINS; i += blockDim.x)
        if (few[i])
            atomicAdd(&bins[i], (u64)few[i]);
}

#endif

#endif
