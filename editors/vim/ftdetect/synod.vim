autocmd BufRead,BufNewFile *.rcp setfiletype rcheck
autocmd BufRead,BufNewFile *.labs setfiletype labs
autocmd BufRead,BufNewFile *.ispl setfiletype ispl
autocmd BufRead,BufNewFile *.pispl setfiletype pispl
autocmd BufRead,BufNewFile *.ccs setfiletype ccs
autocmd BufRead,BufNewFile *.chor setfiletype chor
