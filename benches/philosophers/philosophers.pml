/* N dining philosophers, each taking the left fork first. One transition of a process is one step of
   the model in philosophers/model.rs: taking or putting down one fork. Give N with -DN=... */

bit taken[N];

active [N] proctype philosopher() {
    do
    :: atomic { !taken[_pid] -> taken[_pid] = 1 };
       atomic { !taken[(_pid + 1) % N] -> taken[(_pid + 1) % N] = 1 };
       taken[_pid] = 0;
       taken[(_pid + 1) % N] = 0
    od
}
