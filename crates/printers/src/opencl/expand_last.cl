            if (bad) {
                const ulong at = atom_inc(tally + BAD);
                if (at < bad_room) store(bad_states, at, s);
            }
            if (hit) {
                const ulong at = atom_inc(tally + HITS);
                if (at < bad_room) store(bad_states, at, s);
            }
            if (steps) atomic_add(&steps_here, steps);
            if (dead) atomic_inc(&dead_here);
            if (faulty) atomic_inc(&faults_here);
            if (cut) cut_here = 1;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (lane == 0) {
            transitions += steps_here;
            dead_ends += dead_here;
            faults += faults_here;
            if (cut_here) atom_inc(tally + CUT);
            if (full_here) atom_inc(tally + NO_ROOM);
        }
    }
    if (lane == 0) {
        if (transitions) atom_add(tally + TRANSITIONS, transitions);
        if (dead_ends) atom_add(tally + DEAD_ENDS, dead_ends);
        if (faults) atom_add(tally + FAULTS, faults);
    }
}
