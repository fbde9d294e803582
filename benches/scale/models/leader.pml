/* Leader election in a ring, as in leader.labs: one transition of a process is one assignment there. Give N with
   -DN=... */

chan box[N] = [1] of { byte };

proctype node(byte me; chan in, out) {
    byte got;
    bit leader;
    xr in;
    xs out;
    out ! me + 1;
    do
    :: in ? got;
       if
       :: got > me + 1 -> out ! got
       :: d_step { got < me + 1 -> got = 0 }
       :: d_step { got == me + 1 -> leader = 1 }; break
       fi
    od
}

init {
    byte n;
    atomic {
        do
        :: n < N -> run node(n, box[n], box[(n + 1) % N]); n++
        :: else -> break
        od
    }
}
