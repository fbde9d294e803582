setlocal commentstring=;\ %s
