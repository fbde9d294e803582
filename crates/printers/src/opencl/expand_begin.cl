enum { INSERT, LOOK, FIND, MARK };
/* A program for one of these is smaller and sooner built; without a definition it does what `mode` says. */
#ifndef MODE
#define MODE mode
#endif

/* Takes note of a step to a state. Where the buffer is full, the lane stalls, and goes on there the next time. */
#define EMIT(n) do { \
    if (MODE == INSERT || MODE == MARK) { \
        if (made >= done && !stalled) { \
            const uint k = atomic_inc(&count); \
            if (k < CAPACITY) { \
                for (int i = 0; i < WORDS; i++) buffer[i * CAPACITY + k] = (n).w[i]; \
                done++; \
            } else stalled = 1; \
        } \
    } else if (MODE == FIND) { \
        int same = 1; \
        for (int i = 0; i < WORDS; i++) same &= (n).w[i] == target.w[i]; \
        hit |= same; \
    } \
    made++; \
} while (0)

#ifdef SHARDED

/* States of other shards than that in the table are listed, to be put where they belong. */
static int send(__global ulong *outbox, ulong out_room, __global ulong *tally, State s)
{
    const ulong at = atom_inc(tally + SENT);
    if (at < out_room) store(outbox, at, s);
    return KNOWN;
}

#define EXTRA uint shard, uint shards, __global ulong *outbox, ulong out_room,
#define TAKE_IN(n) (owner(n, shards) == shard ? insert(TABLE_ARGUMENTS, n, stamp) : send(outbox, out_room, tally, n))

#endif

/* What else the kernel is given, and what becomes of a state that was found. */
#ifndef TAKE_IN
#define EXTRA
#define TAKE_IN(n) insert(TABLE_ARGUMENTS, n, stamp)
#endif

/* Looks at the steps of states. Those that they lead to are put into the table and listed if they are new (INSERT), or
 * compared with one state (FIND), or marked (MARK), or left alone (LOOK). At most `lanes` states are taken by a work group at a time. */
__kernel void expand(__global const ulong *frontier, ulong from, ulong to, uint mode, uint lanes, uint stamp, TABLE, EXTRA
    __global ulong *next, ulong room, __global const ulong *wanted, __global ulong *bad_states, ulong bad_room,
    __global ulong *tally)
{
    __local ulong buffer[CAPACITY * WORDS];
    __local ulong base;
    __local uint count, fresh, again, steps_here, dead_here, faults_here, cut_here, full_here;
    const uint lane = (uint)get_local_id(0), width = (uint)get_local_size(0);
    State target;
    for (int i = 0; i < WORDS; i++) target.w[i] = MODE == FIND ? wanted[i] : 0;
    ulong transitions = 0, dead_ends = 0, faults = 0;
    for (ulong begin = from + (ulong)get_group_id(0) * lanes; begin < to; begin += (ulong)get_num_groups(0) * lanes) {
        const int live = lane < lanes && begin + lane < to;
        State s;
        if (live) s = load(frontier, begin + lane);
        else for (int i = 0; i < WORDS; i++) s.w[i] = 0;
        uint steps = 0, done = 0;
        int faulty = 0, cut = 0, unbounded = 0, hit = 0;
        if (lane == 0) steps_here = dead_here = faults_here = cut_here = full_here = 0;
