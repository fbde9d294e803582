" Vim has another language for files that end in .rcp, so the type is set, not only proposed.
autocmd BufRead,BufNewFile *.rcp set filetype=rcheck
autocmd BufRead,BufNewFile *.labs set filetype=labs
autocmd BufRead,BufNewFile *.ispl set filetype=ispl
autocmd BufRead,BufNewFile *.pispl set filetype=pispl
autocmd BufRead,BufNewFile *.ccs set filetype=ccs
autocmd BufRead,BufNewFile *.chor set filetype=chor
autocmd BufRead,BufNewFile *.aag set filetype=aiger
autocmd BufRead,BufNewFile *.btor2,*.btor set filetype=btor2
