            if (status != GOES_ON) continue;
            const ulong at_leaving = (left << LETTER_BITS) | letter | LEAVING_BITS;
            left = table[at_leaving] >> 2;
            strict = strict_table[(strict << LETTER_BITS) | letter | LEAVING_BITS] >> 2;
            reached = marks;
            s = chosen;
            drawn++;
            taken++;
        }
        for (int k = 0; k < WORDS; k++) states[i * WORDS + k] = s.w[k];
        run[STATUS] = status;
        run[DRAWN] = drawn;
        run[TAKEN] = taken;
        run[LEFT] = left;
        run[STRICT] = strict;
        run[REACHED] = reached;
        if (status == GOES_ON) atom_inc(tally);
    }
}
