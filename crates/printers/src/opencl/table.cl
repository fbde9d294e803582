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

/* The table: in four allocations, each with buckets of states. A place is free if its first word is 0. In the table the
 * first word has the stamp in its highest bits, and all other words have their highest bit set. */
#define SLOTS (WORDS == 1 ? 4 : WORDS == 2 ? 2 : 1)
#define KEY (~0ul >> STAMP_BITS)
#define SET (1ul << 63)
#define TABLE __global ulong *part_0, __global ulong *part_1, __global ulong *part_2, __global ulong *part_3, \
    ulong buckets_0, ulong buckets_1, ulong buckets_2, ulong buckets_3
#define TABLE_ARGUMENTS part_0, part_1, part_2, part_3, buckets_0, buckets_1, buckets_2, buckets_3

enum { KNOWN, NEW, FULL };
/* Buckets that are looked at before the table counts as full. */
#define PROBES 192

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
        volatile __global ulong *place = table + bucket * (SLOTS * WORDS);
        for (int slot = 0; slot < SLOTS; slot++, place += WORDS) {
            ulong there = place[0];
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

/* One of four, by the number of an allocation. */
#define PART(name, number) ((number) == 0 ? name##_0 : (number) == 1 ? name##_1 : (number) == 2 ? name##_2 : name##_3)

static int insert(TABLE, State s, uint stamp)
{
    const ulong h = hash(s);
    const uint number = (uint)h & 3;
    return put(PART(part, number), PART(buckets, number), h, s, stamp);
}

#define NOWHERE (~0ul)

/* The place of a state, and the number of its allocation. */
static ulong locate(TABLE, State s, uint *number)
{
    const ulong h = hash(s);
    *number = (uint)h & 3;
    __global const ulong *table = PART(part, *number);
    const ulong buckets = PART(buckets, *number);
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

/* Lists the states with one stamp that lie in some places of an allocation. */
__kernel void collect(__global const ulong *table, ulong from, ulong to, uint stamp,
    __global ulong *next, ulong room, __global ulong *tally)
{
    for (ulong i = from + get_global_id(0); i < to; i += get_global_size(0)) {
        State s = load(table, i);
        if ((uint)(s.w[0] >> (64 - STAMP_BITS)) == stamp) {
            s.w[0] &= KEY;
            for (int k = 1; k < WORDS; k++) s.w[k] &= ~SET;
            const ulong at = atom_inc(tally + FOUND);
            if (at < room) store(next, at, s);
        }
    }
}

/* Lists all that lies in some places of an allocation, as it lies there. */
__kernel void compact(__global const ulong *table, ulong from, ulong to, __global ulong *list, __global ulong *tally)
{
    for (ulong i = from + get_global_id(0); i < to; i += get_global_size(0)) {
        const State s = load(table, i);
        if (s.w[0] != 0) store(list, atom_inc(tally + FOUND), s);
    }
}

/* The stamp of one state; 0 if it is not in the table. */
__kernel void stamp_of(TABLE, __global const ulong *wanted, __global ulong *tally)
{
    if (get_global_id(0) != 0) return;
    uint number;
    const ulong at = locate(TABLE_ARGUMENTS, load(wanted, 0), &number);
    __global const ulong *table = PART(part, number);
    tally[FOUND] = at == NOWHERE ? 0 : table[at * WORDS] >> (64 - STAMP_BITS);
}

/* Moves what lies in an allocation to a larger one. */
__kernel void move(__global const ulong *old, ulong count, __global ulong *table, ulong buckets,
    __global ulong *tally)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        State s = load(old, i);
        if (s.w[0] == 0) continue;
        const uint stamp = (uint)(s.w[0] >> (64 - STAMP_BITS));
        s.w[0] &= KEY;
        for (int k = 1; k < WORDS; k++) s.w[k] &= ~SET;
        if (put(table, buckets, hash(s), s, stamp) == FULL) atom_inc(tally + NO_ROOM);
    }
}

/* Takes `by` from all stamps, down to 1: those states are old. */
__kernel void age(__global ulong *table, ulong count, uint by)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const ulong word = table[i * WORDS];
        const ulong stamp = word >> (64 - STAMP_BITS);
        if (stamp == 0) continue;
        const ulong less = stamp > by + 1 ? stamp - by : 1;
        table[i * WORDS] = (word & KEY) | (less << (64 - STAMP_BITS));
    }
}

#endif
