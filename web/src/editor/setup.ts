// The editor: CodeMirror with what the service knows about the text.

import { acceptCompletion, autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap, snippetCompletion, type CompletionContext, type CompletionResult } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldKeymap, foldService, indentUnit } from '@codemirror/language';
import { lintKeymap, setDiagnostics, type Diagnostic } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, StateEffect, StateField, type Extension } from '@codemirror/state';
import { Decoration, drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers, WidgetType, type DecorationSet } from '@codemirror/view';
import type { CompletionItem, TextEdit, TextFinding, TextFold } from '../api/types';
import { markdown, said } from '../lib/markdown';
import { inPageWords } from '../lib/options';
import { looks } from './theme';

/** What the editor asks of the page. */
export interface EditorHost {
  complete(offset: number): Promise<{ from: number; to: number; items: CompletionItem[] }>;
  hover(offset: number): Promise<{ from: number; to: number; markdown: string } | null>;
  changed(text: string): void;
  moved(offset: number): void;
  goToDefinition(offset: number): void;
  rename(offset: number): void;
  format(): void;
  checkAll(): void;
  save(): void;
}

/** A line over a property: what can be done with it, and its verdict. */
export interface Lens {
  at: number;
  parts: { text: string; kind?: string; label: string; run?: () => void }[];
}

class LensWidget extends WidgetType {
  constructor(readonly lens: Lens) { super(); }

  override eq(other: LensWidget): boolean {
    const key = (lens: Lens) => lens.parts.map((part) => `${part.kind ?? ''}${part.text}`).join('|');
    return key(other.lens) === key(this.lens);
  }

  toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = 'cm-lens';
    for (const part of this.lens.parts) {
      const element = document.createElement(part.run ? 'button' : 'span');
      element.textContent = part.text;
      if (part.kind) element.className = part.kind;
      if (part.run) {
        element.setAttribute('aria-label', part.label);
        element.addEventListener('click', (event) => { event.preventDefault(); part.run?.(); });
      }
      line.append(element);
    }
    return line;
  }

  override ignoreEvent(): boolean { return true; }
}

class FindingWidget extends WidgetType {
  constructor(readonly finding: TextFinding, readonly apply: (edit: TextEdit) => void) { super(); }

  override eq(other: FindingWidget): boolean {
    return other.finding.message === this.finding.message && other.finding.fixes.length === this.finding.fixes.length;
  }

  toDOM(): HTMLElement {
    const line = document.createElement('div');
    line.className = `cm-finding ${this.finding.severity}`;
    line.append(`${this.finding.severity}: `, ...said(this.finding.message.split('\n')[0]!));
    for (const fix of this.finding.fixes) {
      const button = document.createElement('button');
      button.append(...said(fix.title));
      button.addEventListener('click', (event) => { event.preventDefault(); this.apply(fix.edit); });
      line.append(button);
    }
    return line;
  }

  override ignoreEvent(): boolean { return true; }
}

const setMarks = StateEffect.define<DecorationSet>();
const marks = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) if (effect.is(setMarks)) return effect.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

const setShown = StateEffect.define<{ from: number; to: number }[]>();
const shownRange = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const effect of transaction.effects) {
      if (effect.is(setShown)) return Decoration.set(effect.value.filter(({ from, to }) => to > from).map(({ from, to }) => Decoration.mark({ class: 'cm-shown' }).range(from, to)), true);
    }
    return transaction.docChanged ? Decoration.none : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

function completions(host: EditorHost) {
  return async (context: CompletionContext): Promise<CompletionResult | null> => {
    const word = context.matchBefore(/[\w@-]*/);
    if (!context.explicit && (!word || word.from === word.to)) return null;
    const found = await host.complete(context.pos);
    if (context.aborted) return null;
    return {
      from: found.from,
      to: found.to,
      options: found.items.map((item) => {
        const option = { label: item.label, detail: item.detail, type: item.kind };
        return item.kind === 'snippet' ? snippetCompletion(item.insert, option) : { ...option, apply: item.insert };
      }),
      validFor: /^[\w@-]*$/,
    };
  };
}

export class Editor {
  readonly view: EditorView;
  private readonly language = new Compartment();
  private readonly writable = new Compartment();
  private folds: TextFold[] = [];

  constructor(parent: HTMLElement, private readonly host: EditorHost) {
    // In a shadow tree the editor constructs its style sheets: the policy of the page allows no inline ones.
    const root = parent.attachShadow({ mode: 'open' });
    this.view = new EditorView({ parent: root, root, state: EditorState.create({ doc: '', extensions: this.extensions() }) });
  }

  private extensions(): Extension {
    const { host } = this;
    return [
      lineNumbers(), highlightActiveLineGutter(), history(), drawSelection(), indentUnit.of('    '), EditorState.tabSize.of(4),
      EditorView.lineWrapping, bracketMatching(), closeBrackets(), highlightActiveLine(), highlightSelectionMatches(), search({ top: true }),
      autocompletion({ override: [completions(host)] }),
      hoverTooltip(async (_view, position) => {
        const found = await host.hover(position);
        if (!found) return null;
        return { pos: found.from, end: found.to, above: true, create: () => ({ dom: hoverElement(found.markdown) }) };
      }),
      foldService.of((_state, start, end) => {
        const fold = this.folds.find((one) => one.from >= start && one.from <= end && one.to > end);
        return fold ? { from: end, to: Math.min(fold.to, this.view.state.doc.length) } : null;
      }),
      marks, shownRange, looks, this.language.of([]), this.writable.of([]),
      EditorView.contentAttributes.of({ 'aria-label': 'Text of the model', spellcheck: 'false', autocapitalize: 'off' }),
      EditorView.updateListener.of((update) => {
        if (update.docChanged) host.changed(update.state.doc.toString());
        if (update.selectionSet || update.docChanged) host.moved(update.state.selection.main.head);
      }),
      EditorView.domEventHandlers({
        click: (event, view) => {
          if (!(event.ctrlKey || event.metaKey)) return false;
          const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
          if (at !== null) host.goToDefinition(at);
          return at !== null;
        },
      }),
      keymap.of([
        { key: 'F12', run: (view) => { host.goToDefinition(view.state.selection.main.head); return true; } },
        { key: 'F2', run: (view) => { host.rename(view.state.selection.main.head); return true; } },
        { key: 'Shift-Alt-f', run: () => { host.format(); return true; } },
        { key: 'Mod-Enter', run: () => { host.checkAll(); return true; } },
        { key: 'Mod-s', run: () => { host.save(); return true; } },
        { key: 'Tab', run: acceptCompletion },
        ...closeBracketsKeymap, ...defaultKeymap, ...searchKeymap, ...historyKeymap, ...foldKeymap, ...completionKeymap, ...lintKeymap,
        { key: 'Escape', run: (view) => { view.contentDOM.blur(); return true; } },
        indentWithTab,
      ]),
    ];
  }

  /** Another text: its history begins anew. */
  open(text: string, language: Extension, isWritable: boolean): void {
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions() }));
    this.setLanguage(language, isWritable);
  }

  setLanguage(language: Extension, isWritable: boolean): void {
    this.view.dispatch({ effects: [this.language.reconfigure(language), this.writable.reconfigure(EditorState.readOnly.of(!isWritable))] });
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  apply(edits: TextEdit[]): void {
    const length = this.view.state.doc.length;
    const changes = edits.map((edit) => ({ from: Math.min(edit.range.from, length), to: Math.min(edit.range.to, length), insert: edit.text }));
    this.view.dispatch({ changes, userEvent: 'input.fix' });
  }

  /** What is wrong, and what can be done with each property, where it stands. */
  decorate(findings: TextFinding[], lenses: Lens[], folds: TextFold[]): void {
    const { doc } = this.view.state;
    this.folds = folds;
    const clamp = (at: number) => Math.max(0, Math.min(at, doc.length));
    const ranges = lenses.map((lens) => {
      const line = doc.lineAt(clamp(lens.at));
      return Decoration.widget({ widget: new LensWidget(lens), block: true, side: -1 }).range(line.from);
    });
    const shown = new Set<number>();
    for (const finding of findings) {
      if (finding.severity === 'note') continue;
      const line = doc.lineAt(clamp(finding.range.from));
      if (shown.has(line.number) || shown.size >= 20) continue;
      shown.add(line.number);
      const apply = (edit: TextEdit) => this.apply([edit]);
      ranges.push(Decoration.widget({ widget: new FindingWidget(finding, apply), block: true, side: 1 }).range(line.to));
    }
    const diagnostics: Diagnostic[] = findings.map((finding) => ({
      from: clamp(finding.range.from),
      to: Math.max(clamp(finding.range.from), clamp(finding.range.to)),
      severity: finding.severity === 'note' ? 'info' : finding.severity,
      message: inPageWords(finding.message),
      source: finding.code,
      actions: finding.fixes.map((fix) => ({ name: fix.title, apply: () => this.apply([fix.edit]) })),
    }));
    this.view.dispatch({ effects: setMarks.of(Decoration.set(ranges, true)) });
    this.view.dispatch(setDiagnostics(this.view.state, diagnostics));
  }

  /** Goes to a part of the text and marks it. */
  show(from: number, to: number, focus = true): void {
    const length = this.view.state.doc.length;
    const range = { from: Math.min(from, length), to: Math.min(to, length) };
    this.view.dispatch({ selection: { anchor: range.from }, effects: [setShown.of([range]), EditorView.scrollIntoView(range.from, { y: 'center' })] });
    if (focus) this.view.focus();
  }

  /** Marks parts of the text, and brings the first of them into view if it is far away. */
  mark(ranges: { from: number; to: number }[], reveals: boolean): void {
    const { length } = this.view.state.doc;
    const inside = ranges.filter(({ to }) => to <= length);
    const [first] = inside;
    this.view.dispatch({ effects: [setShown.of(inside), ...(reveals && first ? [EditorView.scrollIntoView(first.from, { y: 'nearest', yMargin: 60 })] : [])] });
  }

  destroy(): void {
    this.view.destroy();
  }
}

/** What is shown when the pointer rests. */
function hoverElement(text: string): HTMLElement {
  const box = document.createElement('div');
  box.className = 'cm-hover';
  box.append(...markdown(text));
  return box;
}
