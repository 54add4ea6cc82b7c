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

#endif
