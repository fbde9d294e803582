setlocal commentstring=#\ %s
setlocal expandtab shiftwidth=4
