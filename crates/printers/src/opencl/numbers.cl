/* Numbers. Where there is no value they are something all the same, and what is named has_ or _fits says so. */

static long sum(long a, long b) { return (long)((ulong)a + (ulong)b); }
static int sum_fits(long a, long b) { const long r = sum(a, b); return ((a ^ r) & (b ^ r)) >= 0; }
static long difference(long a, long b) { return (long)((ulong)a - (ulong)b); }
static int difference_fits(long a, long b) { const long r = difference(a, b); return ((a ^ b) & (a ^ r)) >= 0; }
static long product(long a, long b) { return (long)((ulong)a * (ulong)b); }
static int product_fits(long a, long b) { return mul_hi(a, b) == (product(a, b) >> 63); }
static int has_quotient(long a, long b) { return b != 0 && !(a == LONG_MIN && b == -1); }
static long quotient(long a, long b) { return has_quotient(a, b) ? a / b : 0; }
static long rest(long a, long b) { return b == 0 || b == -1 ? 0 : a % b; }
static long modulo(long a, long b) { const long r = b > 0 ? a % b : 0; return r < 0 ? r + b : r; }
static long opposite(long a) { return (long)(0ul - (ulong)a); }
static long absolute(long a) { return a < 0 ? opposite(a) : a; }
static long least(long a, long b) { return a < b ? a : b; }
static long greatest(long a, long b) { return a < b ? b : a; }
static long after(long a) { return a == LONG_MAX ? a : a + 1; }
static long before(long a) { return a == LONG_MIN ? a : a - 1; }
static int is_place(long at, long len) { return at >= 0 && at < len; }
static int place(long at, long len) { return is_place(at, len) ? (int)at : 0; }
static uint lowest(ulong bits) { return (uint)popcount((bits & (0ul - bits)) - 1ul); }

/* The first alternative from a number on that can be taken; the number of all if there is none. */
static uint next_open(const ulong *open, uint from, uint count)
{
    while (from < count && !(open[from / 64] >> (from % 64) & 1ul)) from++;
    return from;
}

/* A packed state. */
typedef struct { ulong w[WORDS]; } State;
