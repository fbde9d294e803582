/* Random numbers: Philox4x32-10. The number at a position depends on the seed, the run and the position alone. */
static ulong random_number(ulong seed, ulong run, ulong position)
{
    const ulong block = position >> 1;
    uint a = (uint)block, b = (uint)(block >> 32), c = (uint)run, d = (uint)(run >> 32);
    uint key_0 = (uint)seed, key_1 = (uint)(seed >> 32);
    for (int turn = 0; turn < 10; turn++) {
        const ulong x = 0xD2511F53ul * a, y = 0xCD9E8D57ul * c;
        a = (uint)(y >> 32) ^ b ^ key_0;
        b = (uint)y;
        c = (uint)(x >> 32) ^ d ^ key_1;
        d = (uint)x;
        key_0 += 0x9E3779B9u;
        key_1 += 0xBB67AE85u;
    }
    return position & 1 ? (ulong)c | (ulong)d << 32 : (ulong)a | (ulong)b << 32;
}

/* Two bits of a letter: whether all steps satisfy a predicate, or none does. */
static uint truth_of_all(ulong satisfied, ulong steps) { return satisfied == 0 ? 0u : satisfied == steps ? 2u : 1u; }

/* What became of a run: it goes on; the formula is settled; it is open at the horizon; the run is in a dead end; somebody
 * else has to make the run, because it leaves what states have room for or there are too many steps to choose from. */
enum { GOES_ON, SATISFIED, VIOLATED, OPEN, AT_REST, ELSEWHERE };

/* What is kept of a run besides its state, in this order. */
enum { STATUS, DRAWN, TAKEN, LEFT, STRICT, REACHED, KEPT };

/* Takes so many steps, at most, of runs that go on. Two tables say what can be said of the formula and of a stricter one,
 * and what is left of them to show; each is read at `left << LETTER_BITS | letter`. */
__kernel void walk(__global ulong *states, __global ulong *runs, ulong first, ulong count, ulong seed, ulong horizon,
    ulong patience, __global const ulong *table, __global const ulong *strict_table, __global ulong *tally)
{
    for (ulong i = get_global_id(0); i < count; i += get_global_size(0)) {
        __global ulong *run = runs + i * KEPT;
        if (run[STATUS] != GOES_ON) continue;
        State s;
        for (int k = 0; k < WORDS; k++) s.w[k] = states[i * WORDS + k];
        ulong drawn = run[DRAWN], taken = run[TAKEN], left = run[LEFT], strict = run[STRICT], reached = run[REACHED];
        ulong status = GOES_ON;
        for (ulong turn = 0; turn < patience && status == GOES_ON; turn++) {
