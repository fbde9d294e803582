            }
            if (stalled) again = 1;
            barrier(CLK_LOCAL_MEM_FENCE);
            /* What was found is put into the table by all lanes together; new states move to the front. */
            const uint total = count < CAPACITY ? count : CAPACITY;
            for (uint k = 0; k < total; k += width) {
                State n;
                const int mine = k + lane < total;
                if (mine) for (int i = 0; i < WORDS; i++) n.w[i] = buffer[i * CAPACITY + k + lane];
                barrier(CLK_LOCAL_MEM_FENCE);
                if (mine) {
                    const int put = TAKE_IN(n);
                    if (put == FULL) full_here = 1;
                    if (put == NEW) {
                        const uint at = atomic_inc(&fresh);
                        if (MODE == INSERT) for (int i = 0; i < WORDS; i++) buffer[i * CAPACITY + at] = n.w[i];
                    }
                }
            }
            barrier(CLK_LOCAL_MEM_FENCE);
            if (lane == 0 && fresh != 0) base = atom_add(tally + FOUND, (ulong)fresh);
            barrier(CLK_LOCAL_MEM_FENCE);
            for (uint k = lane; k < fresh; k += width) {
                if (MODE == INSERT && base + k < room)
                    for (int i = 0; i < WORDS; i++) next[(base + k) * WORDS + i] = buffer[i * CAPACITY + k];
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
