// A quick pick of several texts, to which typed ones can be added.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { itemWithoutLinksAndIcons, withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';
import { replaceItems } from './askPick.ts';
import { showQuickInput } from './showQuickInput.ts';

export interface TextsQuestion {
  readonly title: string;
  readonly placeholder: string;
  readonly choices: readonly TextChoice[];
  /** Each call of `show` adds choices that are not there yet. `signal` aborts when the box closes. Never throws. */
  readonly load: (show: (texts: readonly string[]) => void, signal: AbortSignal) => Promise<void>;
  /** The texts that were typed. */
  readonly read: (typed: string) => readonly string[];
  /** The label of a text that can be added. */
  readonly addLabel: (text: string) => string;
}

export interface TextChoice {
  readonly text: string;
  readonly description?: string;
  readonly isPicked: boolean;
  /** A second row, which removes the text. Picking one of the two rows unpicks the other. */
  readonly removal?: { readonly label: string; readonly description: string };
  /** The second row is picked. */
  readonly isRemoved?: boolean;
}

export interface PickedTexts {
  readonly picked: readonly string[];
  readonly removed: readonly string[];
}

interface Row extends vscode.QuickPickItem {
  readonly text: string;
  /** `new`: it becomes a row like the others once it is picked. */
  readonly role: 'text' | 'removal' | 'new';
}

/** Undefined if the person canceled. */
export function pickTexts(question: TextsQuestion): Promise<PickedTexts | undefined> {
  return new Promise((resolve) => void new TextsPick(question, resolve).show());
}

class TextsPick {
  readonly #question: TextsQuestion;
  readonly #resolve: (answer: PickedTexts | undefined) => void;
  readonly #store = new DisposableStore();
  readonly #pick = this.#store.add(vscode.window.createQuickPick<Row>());
  readonly #closed = new AbortController();
  #choices: readonly TextChoice[];
  /** When the value last changed. */
  #answerBefore: PickedTexts = { picked: [], removed: [] };

  constructor(question: TextsQuestion, resolve: (answer: PickedTexts | undefined) => void) {
    this.#question = question;
    this.#resolve = resolve;
    this.#choices = question.choices;
    const pick = this.#pick;
    pick.title = withoutLinksAndIcons(question.title);
    pick.placeholder = question.placeholder;
    pick.canSelectMany = true;
    pick.ignoreFocusOut = true; // what was picked would be lost
    this.#showRows();
    this.#store.add(pick.onDidChangeValue(() => this.#valueChanged()));
    this.#store.add(pick.onDidChangeSelection((rows) => this.#picked(rows)));
    this.#store.add(pick.onDidAccept(() => this.#accept()));
    this.#store.add(pick.onDidHide(() => this.#close()));
  }

  async show(): Promise<void> {
    this.#pick.busy = true;
    showQuickInput(this.#pick, this.#store);
    const { signal } = this.#closed;
    await this.#question.load((texts) => !signal.aborted && this.#show(texts), signal);
    if (!signal.aborted) this.#pick.busy = false;
  }

  #show(texts: readonly string[]): void {
    const known = new Set(this.#choices.map(({ text }) => text));
    const others = texts.filter((text) => !known.has(text));
    this.#choices = [...this.#choices, ...others.map((text) => ({ text, isPicked: false }))];
    this.#showRows();
  }

  #valueChanged(): void {
    this.#answerBefore = this.#answer();
    this.#showRows();
  }

  /** What can be added comes last: VS Code knows what was picked by its place in the list. */
  #showRows(): void {
    const rows = this.#choices.flatMap(rowsOf);
    const added = this.#typed().map((text): Row => ({
      ...itemWithoutLinksAndIcons({ label: this.#question.addLabel(text) }),
      alwaysShow: true,
      picked: false,
      text,
      role: 'new',
    }));
    const pick = this.#pick;
    if (replaceItems<Row>(pick, [...rows, ...added])) pick.selectedItems = pick.items.filter(isPickedRow);
  }

  /** What was typed and is no choice yet. */
  #typed(): readonly string[] {
    const known = new Set(this.#choices.map(({ text }) => text));
    return this.#question.read(this.#pick.value).filter((text) => !known.has(text));
  }

  #picked(rows: readonly Row[]): void {
    const textsOf = (wanted: Row['role']) =>
      new Set(rows.filter(({ role }) => role === wanted).map(({ text }) => text));
    const [picked, removed, added] = [textsOf('text'), textsOf('removal'), textsOf('new')];
    const both = new Set([...picked].filter((text) => removed.has(text)));
    this.#choices = [
      ...[...added].map((text) => ({ text, isPicked: true })), // first, where it is seen
      ...this.#choices.map((choice) => {
        const { text, isPicked } = choice;
        // The row that was picked last counts.
        if (both.has(text)) return { ...choice, isPicked: !isPicked, isRemoved: isPicked };
        return { ...choice, isPicked: picked.has(text), isRemoved: removed.has(text) };
      }),
    ];
    if (added.size > 0) this.#pick.value = '';
    if (added.size > 0 || both.size > 0) this.#showRows();
  }

  /**
   * Enter picks and adds what was typed, unless that has found a row that was picked since, or no longer is. Where it has
   * no effect, the box stays.
   */
  #accept(): void {
    const { value, activeItems } = this.#pick;
    const answer = this.#answer();
    const hasFound = !isDeepStrictEqual(answer, this.#answerBefore);
    const added = activeItems.filter(({ role }) => role === 'new').map(({ text }) => text);
    const typed = hasFound ? added : this.#question.read(value);
    if (value.trim() !== '' && !hasFound && typed.length === 0) return;
    this.#resolve({ ...answer, picked: [...new Set([...answer.picked, ...typed])] });
    this.#close();
  }

  #answer(): PickedTexts {
    const picked = this.#choices.filter(({ isPicked }) => isPicked);
    const removed = this.#choices.filter(({ isRemoved }) => isRemoved);
    return { picked: picked.map(({ text }) => text), removed: removed.map(({ text }) => text) };
  }

  #close(): void {
    this.#closed.abort();
    this.#store.dispose();
    this.#resolve(undefined); // no effect after an answer
  }
}

function rowsOf({ text, description, isPicked, removal, isRemoved = false }: TextChoice): readonly Row[] {
  const label = { label: text, ...(description !== undefined && { description }) };
  const row: Row = { ...itemWithoutLinksAndIcons(label), picked: isPicked, text, role: 'text' };
  return removal
    ? [row, { ...itemWithoutLinksAndIcons(removal), picked: isRemoved, text, role: 'removal' }]
    : [row];
}

function isPickedRow({ picked = false }: Row): boolean {
  return picked;
}
