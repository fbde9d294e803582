/* Exact majority with four states, as examples/labs/majority.labs: YES agents begin with the strong opinion 1, NO
   agents with 0. Nobody is number N. */
#define N (YES + NO)
byte opinion = N, answer = N, speaker = N, lock;
byte state[N];

proctype Agent(byte me) {
  do
  :: d_step { lock == 2 && speaker == me && state[me] == 1 && answer == 0 -> state[me] = 3 };
     d_step { true -> lock = 3 }
  :: d_step { speaker != me && lock == 0 && state[me] != 2 -> speaker = me; opinion = state[me]; lock = 1 }
  :: d_step { speaker != me && lock == 1 && opinion == 1 && state[me] == 0 -> lock = 2; answer = state[me] };
     d_step { true -> state[me] = 2 };
     d_step { lock == 3 -> speaker = N; answer = N; lock = 0 }
  :: if
     :: d_step { speaker != me && lock == 1 && opinion == 1 && state[me] == 2 -> state[me] = 3 }
     :: d_step { speaker != me && lock == 1 && opinion == 0 && state[me] == 3 -> state[me] = 2 }
     :: d_step { speaker != me && lock == 1 && opinion == 3 && state[me] == 2 -> state[me] = 3 }
     fi;
     d_step { true -> speaker = N; lock = 0 }
  od
}

init {
  byte n;
  atomic {
    do
    :: n < N -> state[n] = (n < YES -> 1 : 0); run Agent(n); n++
    :: else -> break
    od;
    n = 0
  }
}
