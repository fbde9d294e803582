/* The dining philosophers of philosophers.labs: one transition of a process is one assignment there. What a philosopher
   knows is its own, so that Spin may leave out orders. Give N with -DN=... */

bit fork[N];

active [N] proctype phil() {
    byte status;
    do
    :: atomic { !fork[_pid] -> fork[_pid] = 1 };
       status = 1;
       atomic { !fork[(_pid + 1) % N] -> fork[(_pid + 1) % N] = 1 };
       status = 2;
       fork[(_pid + 1) % N] = 0;
       status = 3;
       fork[_pid] = 0;
       status = 0
    od
}
