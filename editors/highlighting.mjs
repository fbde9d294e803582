// Makes the highlighting of Kate and Emacs from the TextMate grammars, which are made from the words of the languages.
//     node editors/highlighting.mjs

import { readFileSync, writeFileSync } from "node:fs";

const languages = { rcheck: "rcp", labs: "labs", ispl: "ispl", pispl: "pispl", ccs: "ccs", chor: "chor" };
const escaped = (text) => text.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;").replace(/"/g, "&quot;");
const read = (name) => JSON.parse(readFileSync(new URL(`vscode/syntaxes/${name}.tmLanguage.json`, import.meta.url), "utf8"));
const find = (grammar, kind) => grammar.patterns.filter((pattern) => pattern.name.startsWith(kind));
/** The words of a pattern such as `(?<![A-Za-z_0-9])(a|b)(?![A-Za-z_0-9])`. */
const words = (grammar, kind) =>
  find(grammar, kind).flatMap((pattern) => /\)\((.*)\)\(\?!/.exec(pattern.match)?.[1].split("|").map((word) => word.replace(/\\(.)/g, "$1")) ?? []);
/** How line comments begin. */
const comments = (grammar) =>
  find(grammar, "comment.line").flatMap((pattern) => pattern.match.replace(/^\(\?:|\)\.\*\$$|\.\*\$$/g, "").replace(/\\/g, "").split("|"));

function kate(name, ending) {
  const grammar = read(name);
  const list = (kind, of) => `    <list name="${kind}">\n${of.map((word) => `      <item>${escaped(word)}</item>\n`).join("")}    </list>\n`;
  const keywords = words(grammar, "keyword.control");
  const constants = words(grammar, "constant.language");
  const line = comments(grammar);
  const block = find(grammar, "comment.block").length > 0;
  const rules = [
    ...line.map((mark) =>
      mark.length === 1
        ? `        <DetectChar attribute="Comment" context="comment" char="${escaped(mark)}"/>`
        : `        <Detect2Chars attribute="Comment" context="comment" char="${mark[0]}" char1="${mark[1]}"/>`,
    ),
    ...(block ? ['        <Detect2Chars attribute="Comment" context="block" char="/" char1="*" beginRegion="comment"/>'] : []),
    '        <RangeDetect attribute="String" context="#stay" char="&quot;" char1="&quot;"/>',
    '        <keyword attribute="Constant" context="#stay" String="constants"/>',
    '        <keyword attribute="Keyword" context="#stay" String="keywords"/>',
    '        <Int attribute="Number" context="#stay"/>',
    '        <DetectIdentifier attribute="Normal" context="#stay"/>',
    '        <DetectChar attribute="Symbol" context="#stay" char="{" beginRegion="brace"/>',
    '        <DetectChar attribute="Symbol" context="#stay" char="}" endRegion="brace"/>',
    '        <AnyChar attribute="Symbol" context="#stay" String="()[]&lt;&gt;=:;,.+-*/!&amp;|?~^@"/>',
  ];
  const contexts = [
    `      <context name="Normal" attribute="Normal" lineEndContext="#stay">\n${rules.join("\n")}\n      </context>`,
    '      <context name="comment" attribute="Comment" lineEndContext="#pop"/>',
    ...(block
      ? ['      <context name="block" attribute="Comment" lineEndContext="#stay">\n        <Detect2Chars attribute="Comment" context="#pop" char="*" char1="/" endRegion="comment"/>\n      </context>']
      : []),
  ];
  const styles = { Normal: "dsNormal", Keyword: "dsKeyword", Constant: "dsConstant", Number: "dsDecVal", String: "dsString", Comment: "dsComment", Symbol: "dsOperator" };
  const items = Object.entries(styles).map(([style, of]) => `      <itemData name="${style}" defStyleNum="${of}"/>`);
  const single = line.map((mark) => `      <comment name="singleLine" start="${escaped(mark)}"/>`).slice(0, 1);
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE language>
<language name="${grammar.name}" section="Sources" extensions="*.${ending}" version="1" kateversion="5.0" author="Synod" license="MIT">
  <highlighting>
${list("keywords", keywords)}${list("constants", constants)}    <contexts>
${contexts.join("\n")}
    </contexts>
    <itemDatas>
${items.join("\n")}
    </itemDatas>
  </highlighting>
  <general>
    <keywords casesensitive="true" weakDeliminator="-@*"/>
    <comments>
${single.join("\n")}
    </comments>
  </general>
</language>
`;
}

function emacs() {
  const strings = (all) => all.map((word) => JSON.stringify(word)).join(" ");
  const entries = Object.entries(languages).map(([name, ending]) => {
    const grammar = read(name);
    const block = find(grammar, "comment.block").length > 0 ? "t" : "nil";
    return `    (${name} ${JSON.stringify(grammar.name)} ${JSON.stringify(ending)} (${strings(comments(grammar))}) ${block}
     (${strings(words(grammar, "keyword.control"))})
     (${strings(words(grammar, "constant.language"))}))`;
  });
  return `;;; synod-words.el --- Words of the languages that Synod reads  -*- lexical-binding: t -*-

;; Made by editors/highlighting.mjs.

;;; Code:

(defconst synod-languages
  '(
${entries.join("\n")})
  "Each language: mode, title, ending, line comments, whether block comments, keywords, constants.")

(provide 'synod-words)
;;; synod-words.el ends here
`;
}

for (const [name, ending] of Object.entries(languages)) {
  writeFileSync(new URL(`kate/syntax/${name}.xml`, import.meta.url), kate(name, ending));
}
writeFileSync(new URL("emacs/synod-words.el", import.meta.url), emacs());
