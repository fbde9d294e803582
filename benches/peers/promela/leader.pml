/* Leader election by a stigmergic variable, as examples/labs/leader.labs with --semantics paper: time stamps are
   ranks, the number of other nodes with a version that is no newer. N nodes. */
byte leader[N];
byte rank[N];
bool propagate[N];
bool confirm[N];

inline send(me, answers) {
  i = 0;
  do
  :: i < N ->
     if
     :: i != me && rank[i] < rank[me] ->
        rank[i] = rank[me];
        leader[i] = leader[me];
        propagate[i] = true;
        confirm[i] = false
     :: i != me && answers && rank[i] >= rank[me] -> propagate[i] = true
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0
}

proctype Node(byte me) {
  byte i;
  do
  :: d_step { !propagate[me] && !confirm[me] && leader[me] > me ->
       i = 0;
       do
       :: i < N ->
          if
          :: i != me && rank[me] <= rank[i] -> rank[i] = rank[i] - 1
          :: else
          fi;
          i++
       :: else -> break
       od;
       i = 0;
       rank[me] = N - 1;
       leader[me] = me;
       propagate[me] = true;
       confirm[me] = true }
  :: d_step { propagate[me] -> send(me, false); propagate[me] = false }
  :: d_step { confirm[me] -> send(me, true); confirm[me] = false }
  od
}

init {
  byte n;
  atomic {
    do
    :: n < N -> leader[n] = N; rank[n] = n; run Node(n); n++
    :: else -> break
    od;
    n = 0
  }
}
