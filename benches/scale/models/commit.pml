/* Two-phase commit, as in commit.labs: one transition of a process is one assignment there. Give N with -DN=... */

bit ask[N];
byte vote[N];
byte decision;

proctype participant(byte me) {
    byte mind, outcome;
    d_step { ask[me] == 1 -> outcome = 0 };
    if
    :: mind = 1
    :: mind = 2
    fi;
    vote[me] = mind;
    d_step { decision > 0 -> outcome = decision }
}

proctype coordinator() {
    byte next, refused;
    do
    :: d_step { next < N -> ask[next] = 1; next++ }
    :: d_step { next == N -> next = 0 }; break
    od;
    do
    :: d_step { next < N && vote[next] == 1 -> next++ }
    :: d_step { next < N && vote[next] == 2 -> refused = 1; next++ }
    :: d_step { next == N -> decision = 1 + refused }; break
    od
}

init {
    byte n;
    atomic {
        do
        :: n < N -> run participant(n); n++
        :: else -> break
        od;
        run coordinator()
    }
}
