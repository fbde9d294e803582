            }
            if (stalled) again = 1;
            barrier(CLK_LOCAL_MEM_FENCE);
            /* What was found is put into the table by all lanes together; of a lane's states the new ones stay, and are
             * listed when all lanes know how many theirs are. */
            const uint total = count < CAPACITY ? count : CAPACITY;
            uint new_here = 0;
            for (uint k = lane; k < total; k += width) {
                State n;
                for (int i = 0; i < WORDS; i++) n.w[i] = buffer[i * CAPACITY + k];
                const int put = TAKE_IN(n);
                if (put == FULL) full_here = 1;
                if (put == NEW) new_here++; else buffer[k] = NOTHING;
            }
            uint at = new_here == 0 ? 0 : atomic_add(&fresh, new_here);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane == 0 && fresh != 0) base = atom_add(tally + FOUND, (ulong)fresh);
            barrier(CLK_LOCAL_MEM_FENCE);
            if (MODE == INSERT && new_here != 0) {
                for (uint k = lane; k < total; k += width) {
                    if (buffer[k] == NOTHING) continue;
                    if (base + at < room)
                        for (int i = 0; i < WORDS; i++) next[(base + at) * WORDS + i] = buffer[i * CAPACITY + k];
                    at++;
                }
            }
            if (!again) {
                steps += made;
                done = 0;
                group++;
            }
            barrier(CLK_LOCAL_MEM_FENCE);
        }
        if (live) {
            cut |= unbounded;
            const int dead = steps == 0 && !cut;
