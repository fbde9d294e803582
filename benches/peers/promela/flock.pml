/* Birds on a torus that copy the direction of others that are near, as examples/labs/flock.labs: N birds on a grid of
   GRID by GRID, who hear each other up to a distance of DELTA. Time stamps are ranks, the number of other birds with a
   version that is no newer. */
byte x[N], y[N], rank[N];
bool right[N], up[N], propagate[N], confirm[N];

#define near(a, b) ((x[a] - x[b]) * (x[a] - x[b]) + (y[a] - y[b]) * (y[a] - y[b]) <= DELTA * DELTA)

/* What a message does: those who hear it and have an older version take it, and whoever is out of reach no longer
   counts them. */
inline send(me, asks) {
  i = 0;
  do
  :: i < N ->
     moved[i] = rank[i];
     if
     :: i != me && rank[i] < rank[me] && near(me, i) -> moved[i] = rank[me]
     :: i != me && rank[i] < rank[me] && !near(me, i) ->
        j = 0;
        do
        :: j < N ->
           if
           :: j != me && j != i && rank[j] < rank[me] && near(me, j) && rank[j] <= rank[i] -> moved[i] = moved[i] - 1
           :: else
           fi;
           j++
        :: else -> break
        od
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0;
  do
  :: i < N ->
     if
     :: i != me && rank[i] < rank[me] && near(me, i) ->
        right[i] = right[me];
        up[i] = up[me];
        propagate[i] = true;
        confirm[i] = false
     :: i != me && asks && rank[me] < rank[i] && near(me, i) -> propagate[i] = true
     :: else
     fi;
     i++
  :: else -> break
  od;
  i = 0;
  do
  :: i < N -> rank[i] = moved[i]; moved[i] = 0; i++
  :: else -> break
  od;
  i = 0;
  j = 0
}

hidden byte i, j, moved[N];

proctype Bird(byte me) {
  do
  :: d_step { !propagate[me] && !confirm[me] ->
       x[me] = (x[me] + (right[me] -> 1 : GRID - 1)) % GRID;
       y[me] = (y[me] + (up[me] -> 1 : GRID - 1)) % GRID;
       confirm[me] = true }
  :: d_step { propagate[me] -> send(me, false); propagate[me] = false }
  :: d_step { confirm[me] -> send(me, true); confirm[me] = false }
  od
}

init {
  byte n;
  atomic {
    do
    :: n < N ->
       rank[n] = n;
       select(j : 0 .. GRID - 1); x[n] = j;
       select(j : 0 .. GRID - 1); y[n] = j;
       if :: right[n] = true :: skip fi;
       if :: up[n] = true :: skip fi;
       run Bird(n);
       n++
    :: else -> break
    od;
    n = 0;
    j = 0
  }
}
