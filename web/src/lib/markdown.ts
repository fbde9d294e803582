// The Markdown of the book as elements: headings, paragraphs, lists, tables and code. Nothing of it is read as HTML.

import { inPageWords } from './options';

/** Elements for a text. Links to other pages become plain text unless `link` makes something of them. */
export function markdown(text: string, link?: (target: string, label: string) => HTMLElement | null): HTMLElement[] {
  const found: HTMLElement[] = [];
  const lines = text.split('\n');
  let at = 0;
  while (at < lines.length) {
    const line = lines[at]!;
    const heading = /^(#{1,4}) (.*)/.exec(line);
    if (/^```/.test(line)) {
      const code: string[] = [];
      for (at += 1; at < lines.length && !/^```/.test(lines[at]!); at += 1) code.push(lines[at]!);
      at += 1;
      const pre = element('pre', [code.join('\n')]);
      // Long lines are scrolled, also with keys.
      pre.tabIndex = 0;
      found.push(pre);
    } else if (heading) {
      found.push(element(`h${Math.min(6, heading[1]!.length + 1)}`, inline(heading[2]!, link)));
      at += 1;
    } else if (/^(- |\d+\. )/.test(line)) {
      const list = element(/^-/.test(line) ? 'ul' : 'ol', []);
      while (at < lines.length && /^(- |\d+\. |\s+\S)/.test(lines[at]!)) {
        let item = lines[at]!.replace(/^(- |\d+\. )/, '');
        for (at += 1; at < lines.length && /^\s+\S/.test(lines[at]!) && !/^\s*(- |\d+\. )/.test(lines[at]!); at += 1) item += ` ${lines[at]!.trim()}`;
        list.append(element('li', inline(item.trim(), link)));
      }
      found.push(list);
    } else if (/^\|/.test(line)) {
      const table = element('table', []);
      for (; at < lines.length && /^\|/.test(lines[at]!); at += 1) {
        if (/^\|[-|: ]+\|$/.test(lines[at]!)) continue;
        const cells = lines[at]!.slice(1, -1).split('|').map((cell) => element('td', inline(cell.trim(), link)));
        table.append(element('tr', cells));
      }
      found.push(table);
    } else if (line.trim() === '' || /^!\[/.test(line)) at += 1;
    else {
      let paragraph = line;
      for (at += 1; at < lines.length && lines[at]!.trim() !== '' && !/^(```|#|- |\d+\. |\|)/.test(lines[at]!); at += 1) paragraph += ` ${lines[at]!}`;
      found.push(element('p', inline(paragraph, link)));
    }
  }
  return found;
}

function element(name: string, children: (Node | string)[]): HTMLElement {
  const made = document.createElement(name);
  made.append(...children);
  return made;
}

function inline(text: string, link?: (target: string, label: string) => HTMLElement | null): (Node | string)[] {
  return text.split(/(`[^`]+`|\*\*[^*]+\*\*|\*[^*\s][^*]*\*|(?<!\w)_[^_\s][^_]*_(?!\w)|\[[^\]]+\]\([^)]+\))/).map((part) => {
    if (/^`/.test(part)) return element('code', [part.slice(1, -1)]);
    if (/^\*\*/.test(part)) return element('b', inline(part.slice(2, -2), link));
    if (/^(\*[^*]|_[^_].*_$)/.test(part) && part.length > 2) return element('em', inline(part.slice(1, -1), link));
    const target = /^\[([^\]]+)\]\(([^)]+)\)$/.exec(part);
    if (target) return link?.(target[2]!, target[1]!) ?? target[1]!;
    return part;
  });
}

/** Elements for a sentence of Synod: what stands between backticks is of the model. */
export function said(text: string): (Node | string)[] {
  return inPageWords(text).split(/`([^`]*)`/).map((part, at) => (at % 2 === 1 ? element('code', [part]) : part));
}
