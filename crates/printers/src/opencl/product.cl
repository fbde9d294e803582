
/* The product with a Büchi automaton. After the search each place of the table has a mark: bits, and how far a search that
 * began later has come. */
enum { ALIVE = 1, REACHED = 2, LEVEL_SHIFT = 8 };
#define MARKS __global uint *marks_0, __global uint *marks_1, __global uint *marks_2, __global uint *marks_3
#define MARKS_ARGUMENTS marks_0, marks_1, marks_2, marks_3

/* The mark of a state; 0 if it is not in the table. */
static __global uint *mark_of(TABLE, MARKS, State s)
{
    uint number;
    const ulong at = locate(TABLE_ARGUMENTS, s, &number);
    return at == NOWHERE ? 0 : PART(marks, number) + at;
}

#ifdef MARKING

/* Marks a state that is alive. It is new if it did not have the first of the bits. */
static int mark_state(TABLE, MARKS, State s, uint first_bit, uint set, uint level)
{
    __global uint *mark = mark_of(TABLE_ARGUMENTS, MARKS_ARGUMENTS, s);
    if (mark == 0) return FULL;
    if (!(*mark & ALIVE) || (*mark & first_bit)) return KNOWN;
    if (atomic_or(mark, set) & first_bit) return KNOWN;
    atomic_or(mark, level << LEVEL_SHIFT);
    return NEW;
}

#define EXTRA MARKS, uint first_bit, uint set, uint level,
#define TAKE_IN(n) mark_state(TABLE_ARGUMENTS, MARKS_ARGUMENTS, n, first_bit, set, level)

#endif

#ifndef EXPAND_ONLY

/* All states are alive. */
__kernel void begin_marks(__global const ENTRY *table, ulong count, __global uint *marks)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) marks[i] = stamp_at(table, i) != 0 ? ALIVE : 0;
}

/* Marks the accepting states that are alive. */
__kernel void mark_accepting(__global const ENTRY *table, ulong buckets, ulong count, __global uint *marks, uint set)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        if (!(marks[i] & ALIVE)) continue;
        const State s = state_at(table, buckets, i);
        if (CODE(s) >= FIRST_ACCEPTING) marks[i] |= set;
    }
}

/* Of the states that are alive, those with some bits and without others stay so, without other marks. */
__kernel void keep(__global uint *marks, ulong count, uint with, uint without, __global ulong *tally)
{
    ulong kept = 0;
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        const uint mark = marks[i];
        if (mark == 0) continue;
        const int stays = (mark & ALIVE) && (mark & with) == with && !(mark & without);
        marks[i] = stays ? ALIVE : 0;
        kept += stays;
    }
    if (kept) atom_add(tally + FOUND, kept);
}

/* Lists the states in some places that have some bits, takes some away, and asks for a level or for acceptance, if at
 * all. */
__kernel void collect_marked(__global const ENTRY *table, ulong buckets, ulong from, ulong to, __global ulong *list,
    __global ulong *tally, __global uint *marks, uint with, uint clear_bits, uint level, uint accepting)
{
    for (ulong i = from + get_global_id(0); i < to; i += get_global_size(0)) {
        const uint mark = marks[i];
        if ((mark & with) != with || (level != 0 && (mark >> LEVEL_SHIFT) != level)) continue;
        const State s = state_at(table, buckets, i);
        if (accepting && CODE(s) < FIRST_ACCEPTING) continue;
        marks[i] = mark & ~clear_bits;
        store(list, atom_inc(tally + FOUND), s);
    }
}

/* Sets bits of the mark of one state. Says what the mark was, 0 if there is no such state. */
__kernel void touch(TABLE, MARKS, __global const ulong *wanted, uint set, __global ulong *tally)
{
    if (get_global_id(0) != 0) return;
    const State s = load(wanted, 0);
    __global uint *mark = mark_of(TABLE_ARGUMENTS, MARKS_ARGUMENTS, s);
    tally[FOUND] = mark == 0 ? 0 : *mark;
    if (mark != 0) *mark |= set;
}

#endif
