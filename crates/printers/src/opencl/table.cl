static ulong mix(ulong x)
{
    x ^= x >> 32; x *= 0xd6e8feb86659fd93ul; x ^= x >> 32; x *= 0xd6e8feb86659fd93ul; x ^= x >> 32;
    return x;
}

static ulong hash(State s)
{
    ulong h = 0;
    for (int i = 0; i < WORDS; i++) h = mix(h * 0x9e3779b97f4a7c15ul + s.w[i]);
    return h;
}

/* Which of some shards a state belongs to. Twice as many shards divide each into two. */
static uint owner(State s, uint shards)
{
    return (uint)(((hash(s) >> 2 & 0xffff) * shards) >> 16);
}

/* The table: in four allocations, each with buckets of entries. An entry stands for a state and its stamp, which is never 0;
 * an entry whose first word is 0 is a free place. */
#define TABLE __global ENTRY *part_0, __global ENTRY *part_1, __global ENTRY *part_2, __global ENTRY *part_3, \
    ulong buckets_0, ulong buckets_1, ulong buckets_2, ulong buckets_3
#define TABLE_ARGUMENTS part_0, part_1, part_2, part_3, buckets_0, buckets_1, buckets_2, buckets_3
/* A state as it lies outside of the table, and in one that is not small: in the first word it has the stamp in its highest bits,
 * and of all other words the highest bit is set. */
#define KEY (~0ul >> STAMP_BITS)
#define SET (1ul << 63)
/* The first word of no state: all have room for the stamp. */
#define NOTHING (~0ul)
#define NOWHERE (~0ul)

enum { KNOWN, NEW, FULL };

static State stamped(State s, uint stamp)
{
    s.w[0] |= (ulong)stamp << (64 - STAMP_BITS);
    for (int i = 1; i < WORDS; i++) s.w[i] |= SET;
    return s;
}

static State without_stamp(State s)
{
    s.w[0] &= KEY;
    for (int i = 1; i < WORDS; i++) s.w[i] &= ~SET;
    return s;
}

static State load(__global const ulong *states, ulong at)
{
    State s;
    for (int i = 0; i < WORDS; i++) s.w[i] = states[at * WORDS + i];
    return s;
}

static void store(__global ulong *states, ulong at, State s)
{
    for (int i = 0; i < WORDS; i++) states[at * WORDS + i] = s.w[i];
}

#ifndef SMALL

/* Entries are states with their stamps. */
#define ENTRY ulong
#define SLOTS (WORDS == 1 ? 4 : WORDS == 2 ? 2 : 1)
/* Buckets that are looked at before the table counts as full. */
#define PROBES 192

/* The first words of a bucket. One of 32 bytes is read at once; what is not there yet is found by the atomic operation. */
#if WORDS == 1
#define READ_BUCKET(at, firsts) do { \
    const ulong4 four = *(__global const ulong4 *)(at); \
    (firsts)[0] = four.x; (firsts)[1] = four.y; (firsts)[2] = four.z; (firsts)[3] = four.w; \
} while (0)
#elif WORDS == 2
#define READ_BUCKET(at, firsts) do { \
    const ulong4 four = *(__global const ulong4 *)(at); \
    (firsts)[0] = four.x; (firsts)[1] = four.z; \
} while (0)
#else
#define READ_BUCKET(at, firsts) (firsts)[0] = (at)[0]
#endif

/* Whether the other words of a place are those of a state. They are written after the first, so one may have to wait. */
static int is_same(volatile __global ulong *place, State s)
{
    for (int i = 1; i < WORDS; i++) {
        ulong word;
        do { word = place[i]; } while (word == 0);
        if (word != (s.w[i] | SET)) return 0;
    }
    return 1;
}

/* Puts a state into one of the allocations, unless it is there. */
static int put(__global ulong *table, ulong buckets, ulong h, State s, uint stamp)
{
    const ulong first = s.w[0] | ((ulong)stamp << (64 - STAMP_BITS));
    ulong bucket = mul_hi(h, buckets);
    for (uint probe = 0; probe < PROBES; probe++) {
        __global ulong *at = table + bucket * (SLOTS * WORDS);
        ulong firsts[SLOTS];
        READ_BUCKET(at, firsts);
#pragma unroll
        for (int slot = 0; slot < SLOTS; slot++) {
            volatile __global ulong *place = at + slot * WORDS;
            ulong there = firsts[slot];
            if (there == 0) {
                there = atom_cmpxchg(place, 0ul, first);
                if (there == 0) {
                    for (int i = 1; i < WORDS; i++) place[i] = s.w[i] | SET;
                    return NEW;
                }
            }
            if ((there & KEY) == s.w[0] && is_same(place, s)) return KNOWN;
        }
        bucket = bucket + 1 == buckets ? 0 : bucket + 1;
    }
    return FULL;
}

/* The place of a state in one of the allocations. */
static ulong find(__global const ulong *table, ulong buckets, ulong h, State s)
{
    ulong bucket = mul_hi(h, buckets);
    for (uint probe = 0; probe < PROBES; probe++) {
        for (int slot = 0; slot < SLOTS; slot++) {
            const ulong at = bucket * SLOTS + slot;
            const ulong first = table[at * WORDS];
            if (first == 0) return NOWHERE;
            int same = (first & KEY) == s.w[0];
            for (int i = 1; i < WORDS; i++) same &= table[at * WORDS + i] == (s.w[i] | SET);
            if (same) return at;
        }
        bucket = bucket + 1 == buckets ? 0 : bucket + 1;
    }
    return NOWHERE;
}

/* What lies in a place: the stamp, 0 if it is free, and the state. */
static uint stamp_at(__global const ulong *table, ulong place)
{
    return (uint)(table[place * WORDS] >> (64 - STAMP_BITS));
}

static State state_at(__global const ulong *table, ulong buckets, ulong place)
{
    return without_stamp(load(table, place));
}

static void set_stamp(__global ulong *table, ulong place, uint stamp)
{
    table[place * WORDS] = (table[place * WORDS] & KEY) | ((ulong)stamp << (64 - STAMP_BITS));
}

#else

/* Small entries, for states of one word or two: the bucket tells a part of the state, so the rest is enough (quotienting; Cleary
 * 1984). The first word is scrambled, which can be undone; its remainder by the number of buckets is the bucket where a state
 * belongs, and its quotient, with the second word, is the *rest*. An entry has the rest, the number of buckets that were full before
 * it (the rest says where they lie), and in its lowest bits the stamp. */
#if WORDS == 1
#define ENTRY uint
#define SLOTS 8
#define SWAP atomic_cmpxchg
#else
#define ENTRY ulong
#define SLOTS 4
#define SWAP atom_cmpxchg
#endif
#define PROBE_BITS 5
#define PROBES (1u << PROBE_BITS)
#define STAMPS (((ENTRY)1 << SMALL_STAMP) - 1)
#define FIRST (~0ul >> (64 - FIRST_BITS))

static ulong scramble(ulong x)
{
    x ^= x >> (FIRST_BITS + 1) / 2; x = x * 0xd6e8feb86659fd93ul & FIRST;
    x ^= x >> (FIRST_BITS + 1) / 2; x = x * 0xd6e8feb86659fd93ul & FIRST;
    return x ^ x >> (FIRST_BITS + 1) / 2;
}

static ulong unscramble(ulong x)
{
    x ^= x >> (FIRST_BITS + 1) / 2; x = x * 0xcfee444d8b59a89bul & FIRST;
    x ^= x >> (FIRST_BITS + 1) / 2; x = x * 0xcfee444d8b59a89bul & FIRST;
    return x ^ x >> (FIRST_BITS + 1) / 2;
}

/* What the second word, which is in the rest, adds to the first before that is scrambled. */
static ulong spread(ulong second)
{
    return WORDS == 1 ? 0 : mix(second * 0x9e3779b97f4a7c15ul);
}

/* How far from the bucket where a state belongs the one lies that is tried after so many that were full. */
static ulong away(ulong rest, uint probe, ulong buckets)
{
    return probe == 0 ? 0 : mul_hi(mix(rest * 0x9e3779b97f4a7c15ul + probe), buckets);
}

/* Where a state belongs, and its rest. */
static ulong home_of(State s, ulong buckets, ulong *rest)
{
    const ulong second = WORDS == 1 ? 0 : s.w[WORDS - 1];
    const ulong x = scramble((s.w[0] + spread(second)) & FIRST);
    const ulong quotient = x / buckets;
    *rest = quotient | (WORDS == 1 ? 0 : second << QUOTIENT_BITS);
    return x - quotient * buckets;
}

/* Puts a state into one of the allocations, unless it is there. */
static int put(__global ENTRY *table, ulong buckets, ulong h, State s, uint stamp)
{
    ulong rest;
    const ulong home = home_of(s, buckets, &rest);
    for (uint probe = 0; probe < PROBES; probe++) {
        ulong bucket = home + away(rest, probe, buckets);
        if (bucket >= buckets) bucket -= buckets;
        volatile __global ENTRY *at = table + bucket * SLOTS;
        const ENTRY entry = (ENTRY)((rest << PROBE_BITS | probe) << SMALL_STAMP);
        for (int slot = 0; slot < SLOTS; slot++) {
            ENTRY there = at[slot];
            if (there == 0) {
                there = SWAP(at + slot, (ENTRY)0, (ENTRY)(entry | stamp));
                if (there == 0) return NEW;
            }
            if ((there & ~STAMPS) == entry) return KNOWN;
        }
    }
    return FULL;
}

/* The place of a state in one of the allocations. */
static ulong find(__global const ENTRY *table, ulong buckets, ulong h, State s)
{
    ulong rest;
    const ulong home = home_of(s, buckets, &rest);
    for (uint probe = 0; probe < PROBES; probe++) {
        ulong bucket = home + away(rest, probe, buckets);
        if (bucket >= buckets) bucket -= buckets;
        const ENTRY entry = (ENTRY)((rest << PROBE_BITS | probe) << SMALL_STAMP);
        for (int slot = 0; slot < SLOTS; slot++) {
            const ENTRY there = table[bucket * SLOTS + slot];
            if (there == 0) return NOWHERE;
            if ((there & ~STAMPS) == entry) return bucket * SLOTS + slot;
        }
    }
    return NOWHERE;
}

/* What lies in a place: the stamp, 0 if it is free, and the state. */
static uint stamp_at(__global const ENTRY *table, ulong place)
{
    return (uint)(table[place] & STAMPS);
}

static State state_at(__global const ENTRY *table, ulong buckets, ulong place)
{
    const ulong entry = (ulong)table[place] >> SMALL_STAMP;
    const ulong rest = entry >> PROBE_BITS;
    const ulong back = away(rest, (uint)(entry & (PROBES - 1)), buckets);
    const ulong bucket = place / SLOTS;
    const ulong home = bucket < back ? bucket + buckets - back : bucket - back;
    State s;
    ulong quotient = rest;
#if WORDS == 2
    s.w[1] = rest >> QUOTIENT_BITS;
    quotient -= s.w[1] << QUOTIENT_BITS;
#endif
    s.w[0] = (unscramble(quotient * buckets + home) - spread(WORDS == 1 ? 0 : s.w[WORDS - 1])) & FIRST;
    return s;
}

static void set_stamp(__global ENTRY *table, ulong place, uint stamp)
{
    table[place] = (ENTRY)((table[place] & ~STAMPS) | stamp);
}

#endif

/* One of four, by the number of an allocation. */
#define PART(name, number) ((number) == 0 ? name##_0 : (number) == 1 ? name##_1 : (number) == 2 ? name##_2 : name##_3)

static int insert(TABLE, State s, uint stamp)
{
    const ulong h = hash(s);
    const uint number = (uint)h & 3;
    return put(PART(part, number), PART(buckets, number), h, s, stamp);
}

/* The place of a state, and the number of its allocation. */
static ulong locate(TABLE, State s, uint *number)
{
    const ulong h = hash(s);
    *number = (uint)h & 3;
    return find(PART(part, *number), PART(buckets, *number), h, s);
}

/* What is counted, in this order. */
enum { FOUND, TRANSITIONS, DEAD_ENDS, FAULTS, CUT, NO_ROOM, BAD, HITS, SENT };

/* What does not depend on the model is built once. */
#ifndef EXPAND_ONLY

__kernel void clear(__global ulong *table, ulong count)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) table[i] = 0;
}

/* Puts states into the table and lists those that are new. */
__kernel void seed(__global const ulong *states, ulong count, uint stamp, TABLE,
    __global ulong *next, ulong room, __global ulong *tally)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const State s = load(states, i);
        const int put = insert(TABLE_ARGUMENTS, s, stamp);
        if (put == FULL) atom_inc(tally + NO_ROOM);
        if (put == NEW) {
            const ulong at = atom_inc(tally + FOUND);
            if (at < room) store(next, at, s);
        }
    }
}

/* Lists the states with one stamp that lie in some places of an allocation; the list has room for all places. */
__kernel void collect(__global const ENTRY *table, ulong buckets, ulong from, ulong to, __global ulong *list,
    __global ulong *tally, uint stamp)
{
    for (ulong i = from + get_global_id(0); i < to; i += get_global_size(0))
        if (stamp_at(table, i) == stamp) store(list, atom_inc(tally + FOUND), state_at(table, buckets, i));
}

/* Lists all that lies in some places of an allocation, with stamps. */
__kernel void compact(__global const ENTRY *table, ulong buckets, ulong from, ulong to, __global ulong *list,
    __global ulong *tally)
{
    for (ulong i = from + get_global_id(0); i < to; i += get_global_size(0)) {
        const uint stamp = stamp_at(table, i);
        if (stamp != 0) store(list, atom_inc(tally + FOUND), stamped(state_at(table, buckets, i), stamp));
    }
}

/* The stamp of one state; 0 if it is not in the table. */
__kernel void stamp_of(TABLE, __global const ulong *wanted, __global ulong *tally)
{
    if (get_global_id(0) != 0) return;
    uint number;
    const ulong at = locate(TABLE_ARGUMENTS, load(wanted, 0), &number);
    tally[FOUND] = at == NOWHERE ? 0 : stamp_at(PART(part, number), at);
}

/* Moves what lies in an allocation to a larger one. */
__kernel void move(__global const ENTRY *old, ulong old_buckets, ulong count, __global ENTRY *table, ulong buckets,
    __global ulong *tally)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const uint stamp = stamp_at(old, i);
        if (stamp == 0) continue;
        const State s = state_at(old, old_buckets, i);
        if (put(table, buckets, hash(s), s, stamp) == FULL) atom_inc(tally + NO_ROOM);
    }
}

/* Puts states of a list, with their stamps, into the allocation where they belong. */
__kernel void bring(__global const ulong *list, ulong count, __global ENTRY *table, ulong buckets, __global ulong *tally)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const State there = load(list, i), s = without_stamp(there);
        const uint stamp = (uint)(there.w[0] >> (64 - STAMP_BITS));
        if (put(table, buckets, hash(s), s, stamp) == FULL) atom_inc(tally + NO_ROOM);
    }
}

/* Takes `by` from all stamps, down to 1: those states are old. */
__kernel void age(__global ENTRY *table, ulong count, uint by)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const uint stamp = stamp_at(table, i);
        if (stamp > 1) set_stamp(table, i, stamp > by + 1 ? stamp - by : 1);
    }
}

#endif
