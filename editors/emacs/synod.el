;;; synod.el --- Models of multi-agent systems in Emacs  -*- lexical-binding: t -*-

;; Put this file on the load path and `(require 'synod)' into init.el. Eglot (part of Emacs 29) then starts `synod lsp'.

;;; Code:

(defmacro synod--define-mode (name title comment ending)
  "Define the mode NAME-mode called TITLE with COMMENT for files that end in ENDING."
  (let ((mode (intern (concat name "-mode"))))
    `(progn
       (define-derived-mode ,mode prog-mode ,title
         (setq-local comment-start ,(concat comment " "))
         (setq-local indent-tabs-mode nil))
       (add-to-list 'auto-mode-alist (cons ,(concat "\\." ending "\\'") ',mode))
       (with-eval-after-load 'eglot
         (defvar eglot-server-programs)
         (add-to-list 'eglot-server-programs '(,mode "synod" "lsp"))))))

(synod--define-mode "rcheck" "R-CHECK" "//" "rcp")
(synod--define-mode "labs" "LAbS" "#" "labs")
(synod--define-mode "ispl" "ISPL" "--" "ispl")
(synod--define-mode "pispl" "PISPL" "--" "pispl")
(synod--define-mode "ccs" "CCS" "--" "ccs")
(synod--define-mode "chor" "Choreography" "--" "chor")

(provide 'synod)
;;; synod.el ends here
