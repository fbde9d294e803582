;;; synod.el --- Models of multi-agent systems in Emacs  -*- lexical-binding: t -*-

;; Put this folder on the load path and `(require 'synod)' into init.el. Eglot (part of Emacs 29, a package before) then starts
;; `synod lsp' by `M-x eglot', or always: (add-hook 'synod-mode-hook #'eglot-ensure)
;;
;; `C-c C-c' checks all properties, `C-c C-p' one of them, `C-c C-s' opens the simulator of the command line.
;; Where Emacs has Tree-sitter and the grammars are there (editors/tree-sitter/install emacs), they highlight; else words do.

;;; Code:

(require 'synod-words)

(defgroup synod nil "Models of multi-agent systems." :group 'languages)
(defcustom synod-program "synod" "The program." :type 'string)

(defvar synod-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'synod-check)
    (define-key map (kbd "C-c C-p") #'synod-check-property)
    (define-key map (kbd "C-c C-s") #'synod-simulate)
    map))

(define-derived-mode synod-mode prog-mode "Synod"
  "What the modes of all languages share."
  (setq-local indent-tabs-mode nil))

(defconst synod--faces
  '(("@comment" . "@font-lock-comment-face") ("@string" . "@font-lock-string-face") ("@number" . "@font-lock-constant-face")
    ("@constant\\(\\.builtin\\)?" . "@font-lock-constant-face") ("@variable\\.builtin" . "@font-lock-builtin-face")
    ("@variable\\(\\.parameter\\)?" . "@font-lock-variable-name-face") ("@property" . "@font-lock-variable-name-face")
    ("@type\\.builtin" . "@font-lock-builtin-face") ("@type" . "@font-lock-type-face") ("@label" . "@font-lock-function-name-face")
    ("@function\\.builtin" . "@font-lock-builtin-face") ("@function" . "@font-lock-function-name-face")
    ("@keyword" . "@font-lock-keyword-face") ("@operator" . "@default")
    ("@punctuation\\.\\(bracket\\|delimiter\\)" . "@default"))
  "Faces for what the queries of the grammars capture.")

(defconst synod--folder (file-name-directory (or load-file-name buffer-file-name default-directory)))

(declare-function treesit-ready-p "treesit")
(declare-function treesit-parser-create "treesit")
(declare-function treesit-font-lock-rules "treesit")
(declare-function treesit-major-mode-setup "treesit")
(defvar treesit-font-lock-settings)
(defvar treesit-font-lock-feature-list)

(defun synod--use-tree-sitter (language)
  "Highlight by the grammar of LANGUAGE, if it is there."
  (let ((query (expand-file-name (format "../tree-sitter/%s/queries/highlights.scm" language) synod--folder)))
    (when (and (fboundp 'treesit-ready-p) (file-exists-p query) (treesit-ready-p language t))
      (treesit-parser-create language)
      (let ((text (with-temp-buffer (insert-file-contents query) (buffer-string))))
        (dolist (face synod--faces)
          (setq text (replace-regexp-in-string (concat (car face) "\\_>") (cdr face) text t t)))
        (setq-local treesit-font-lock-settings (treesit-font-lock-rules :language language :feature 'all text))
        (setq-local treesit-font-lock-feature-list '((all)))
        (treesit-major-mode-setup)))))

(defun synod--syntax (comments blocks)
  "A syntax table for COMMENTS of a line, and `/* */' if BLOCKS."
  (let ((table (make-syntax-table)))
    (modify-syntax-entry ?_ "w" table)
    (modify-syntax-entry ?' "." table)
    (dolist (comment comments)
      (pcase comment
        ("//" (modify-syntax-entry ?/ (if blocks ". 124b" ". 12b") table))
        ("--" (modify-syntax-entry ?- ". 12b" table))
        ("#" (modify-syntax-entry ?# "<b" table))))
    (when blocks (modify-syntax-entry ?* ". 23" table))
    (modify-syntax-entry ?\n "> b" table)
    table))

(defun synod--words (words)
  "A pattern for WORDS that are not part of longer ones."
  (concat "\\(?:^\\|[^A-Za-z_0-9]\\)\\(" (regexp-opt words) "\\)\\(?:$\\|[^A-Za-z_0-9]\\)"))

(dolist (language synod-languages)
  (pcase-let* ((`(,name ,title ,ending ,comments ,blocks ,keywords ,constants) language)
               (mode (intern (format "%s-mode" name)))
               (table (synod--syntax comments blocks))
               (font-lock `((,(synod--words keywords) 1 font-lock-keyword-face)
                            ,@(when constants `((,(synod--words constants) 1 font-lock-constant-face)))
                            ("\\_<[0-9]+\\_>" . font-lock-constant-face))))
    (eval
     `(define-derived-mode ,mode synod-mode ,title
        ,(format "A mode for models in %s." title)
        :syntax-table ,table
        (setq-local comment-start ,(concat (car comments) " "))
        (setq-local comment-start-skip ,(concat (regexp-opt comments) "[ \t]*"))
        (setq-local comment-end "")
        (setq-local font-lock-defaults '(,font-lock))
        (synod--use-tree-sitter ',name))
     t)
    (add-to-list 'auto-mode-alist (cons (concat "\\." ending "\\'") mode))))

(defvar eglot-server-programs)
(declare-function eglot-execute-command "eglot")
(declare-function eglot-current-server "eglot")
(declare-function eglot--path-to-uri "eglot")

(with-eval-after-load 'eglot
  (let ((modes (mapcar (lambda (language) (intern (format "%s-mode" (car language)))) synod-languages)))
    (add-to-list 'eglot-server-programs (cons modes (lambda (_) (list synod-program "lsp"))))))

(defun synod--ask (properties)
  "Ask the server to check PROPERTIES; all if there are none."
  (let ((server (or (eglot-current-server) (user-error "No server: M-x eglot"))))
    (eglot-execute-command server 'synod.check
                           (vector (list :uri (eglot--path-to-uri buffer-file-name) :properties (vconcat properties))))))

(defun synod-check ()
  "Check all properties; verdicts are shown as diagnostics and in the echo area."
  (interactive)
  (synod--ask nil))

(defun synod-check-property (name)
  "Check the property NAME."
  (interactive "sProperty: ")
  (synod--ask (list name)))

(defun synod-simulate ()
  "Walk through the model in a buffer."
  (interactive)
  (save-buffer)
  (pop-to-buffer (make-comint "synod interact" synod-program nil "interact" (file-name-nondirectory buffer-file-name))))

(with-eval-after-load 'eglot
  (cl-defmethod eglot-handle-notification (_server (_method (eql synod/answers)) &key report &allow-other-keys)
    "Tell the answers of REPORT."
    (message "%s" (mapconcat (lambda (answer) (format "%s: %s (%s)" (plist-get answer :name) (plist-get answer :verdict)
                                                      (plist-get answer :reason)))
                             (plist-get report :properties) "\n"))))

(provide 'synod)
;;; synod.el ends here
