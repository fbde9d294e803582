        uint group = 0;
        while (group < GROUPS) {
            uint made = 0;
            int stalled = 0;
            if (lane == 0) count = fresh = again = 0;
            barrier(CLK_LOCAL_MEM_FENCE);
            if (live) switch (group) {
