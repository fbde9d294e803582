/* The dining philosophers of philosophers.labs: one transition of a process is one assignment there.
   Give N with -DN=... */

bit fork[N];
byte status[N];

active [N] proctype phil() {
    do
    :: atomic { !fork[_pid] -> fork[_pid] = 1 };
       status[_pid] = 1;
       atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = 1 };
       status[_pid] = 2;
       fork[(_pid + 1) % N] = 0;
       status[_pid] = 3;
       fork[_pid] = 0;
       status[_pid] = 0
    od
}
