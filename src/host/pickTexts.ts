// A quick pick of several texts, to which typed ones can be added.
import { isDeepStrictEqual } from 'node:util';
import * as vscode from 'vscode';
import { DisposableStore } from './disposables.ts';
import { plainItem, plainText } from './plainText.ts';
import { replaceItems } from './quickInput.ts';
import { showBox } from './showBox.ts';

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
}

interface Row extends vscode.QuickPickItem {
  readonly text: string;
  /** It becomes a row like the others once it is picked. */
  readonly isNew: boolean;
}

/** Undefined where the person cancelled. */
export function pickTexts(question: TextsQuestion): Promise<readonly string[] | undefined> {
  return new Promise((resolve) => void new TextsPick(question, resolve).show());
}

class TextsPick {
  readonly #question: TextsQuestion;
  readonly #resolve: (picked: readonly string[] | undefined) => void;
  readonly #store = new DisposableStore();
  readonly #pick = this.#store.add(vscode.window.createQuickPick<Row>());
  readonly #closed = new AbortController();
  #choices: readonly TextChoice[];
  /** When the value last changed. */
  #pickedBefore: readonly string[] = [];

  constructor(question: TextsQuestion, resolve: (picked: readonly string[] | undefined) => void) {
    this.#question = question;
    this.#resolve = resolve;
    this.#choices = question.choices;
    const pick = this.#pick;
    pick.title = plainText(question.title);
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
    await showBox(this.#pick, this.#store);
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
    this.#pickedBefore = this.#pickedTexts();
    this.#showRows();
  }

  /** What can be added comes last: VS Code knows what was picked by its place in the list. */
  #showRows(): void {
    const rows = this.#choices.map(({ text, description, isPicked }) => ({
      ...plainItem({ label: text, ...(description !== undefined && { description }) }),
      picked: isPicked,
      text,
      isNew: false,
    }));
    const added = this.#typed().map((text) => ({
      ...plainItem({ label: this.#question.addLabel(text) }),
      alwaysShow: true,
      picked: false,
      text,
      isNew: true,
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
    const texts = new Set(rows.map(({ text }) => text));
    const added = rows.filter(({ isNew }) => isNew);
    this.#choices = [
      ...added.map(({ text }) => ({ text, isPicked: true })), // first, where it is seen
      ...this.#choices.map((choice) => ({ ...choice, isPicked: texts.has(choice.text) })),
    ];
    if (added.length === 0) return;
    this.#pick.value = '';
    this.#showRows();
  }

  /**
   * Enter picks and adds what was typed, unless that has found a row that was picked since, or no longer is. Where it has
   * no effect, the box stays.
   */
  #accept(): void {
    const { value, activeItems } = this.#pick;
    const picked = this.#pickedTexts();
    const hasFound = !isDeepStrictEqual(picked, this.#pickedBefore);
    const added = activeItems.filter(({ isNew }) => isNew).map(({ text }) => text);
    const typed = hasFound ? added : this.#question.read(value);
    if (value.trim() !== '' && !hasFound && typed.length === 0) return;
    this.#resolve([...new Set([...picked, ...typed])]);
    this.#pick.hide();
  }

  #pickedTexts(): readonly string[] {
    return this.#choices.filter(({ isPicked }) => isPicked).map(({ text }) => text);
  }

  #close(): void {
    this.#closed.abort();
    this.#store.dispose();
    this.#resolve(undefined); // no effect after an answer
  }
}

function isPickedRow({ picked = false }: Row): boolean {
  return picked;
}
