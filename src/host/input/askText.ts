// Input boxes. A box stays open, with its text, until the answer is accepted.
import * as vscode from 'vscode';
import { DisposableStore } from '#host/disposables.ts';
import { showQuickInput } from './showQuickInput.ts';
import { withoutLinksAndIcons } from '#host/messages/withoutLinksAndIcons.ts';

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly message: string };

export interface TextQuestion<T> {
  readonly title: string;
  readonly prompt?: string;
  readonly placeholder?: string;
  readonly value?: string;
  readonly isPassword?: boolean;
  /** Why `value` was refused before the box opened. It may be sent again. */
  readonly refused?: string | undefined;
  /** A button in the title that opens a page of the web. */
  readonly page?: { readonly title: string; readonly url: string };
  readonly step?: number | undefined;
  readonly totalSteps?: number | undefined;
  /** Runs on each key press. @returns the problem */
  readonly check?: (typed: string) => string | undefined;
  /**
   * Runs on Enter and may call the service. A failed answer keeps the box open; `report` shows a sentence under it
   * meanwhile.
   */
  readonly submit: (
    typed: string,
    signal: AbortSignal,
    report: (text: string) => void,
  ) => Promise<Answer<T>> | Answer<T>;
}

/** Undefined if the person canceled, which aborts a running `submit`. */
export function askText<T>(question: TextQuestion<T>): Promise<T | undefined> {
  return new Promise((resolve) => new TextBox(question, resolve).show());
}

class TextBox<T> {
  readonly #question: TextQuestion<T>;
  readonly #resolve: (value: T | undefined) => void;
  readonly #store = new DisposableStore();
  readonly #input = this.#store.add(vscode.window.createInputBox());
  readonly #closed = new AbortController();
  /** The last text that was refused, as it is said again if it is typed again. */
  #refused: { readonly typed: string; readonly message: string } | undefined;

  constructor(question: TextQuestion<T>, resolve: (value: T | undefined) => void) {
    this.#question = question;
    this.#resolve = resolve;
    const input = this.#input;
    input.title = withoutLinksAndIcons(question.title);
    input.prompt = question.prompt && withoutLinksAndIcons(question.prompt);
    input.placeholder = question.placeholder;
    input.value = question.value ?? '';
    if (question.refused !== undefined) this.#refused = { typed: input.value, message: question.refused };
    this.#check(input.value);
    input.password = question.isPassword ?? false;
    input.step = question.step;
    input.totalSteps = question.totalSteps;
    this.#offerPage();
    input.ignoreFocusOut = true; // people switch windows to copy a key or an address
    this.#store.add(input.onDidChangeValue((typed) => this.#check(typed)));
    this.#store.add(input.onDidAccept(() => void this.#accept()));
    this.#store.add(input.onDidHide(() => this.#close()));
  }

  show(): void {
    showQuickInput(this.#input, this.#store);
  }

  #offerPage(): void {
    const { page } = this.#question;
    if (!page) return;
    this.#input.buttons = [{ iconPath: new vscode.ThemeIcon('link-external'), tooltip: page.title }];
    const open = (): Thenable<boolean> => vscode.env.openExternal(vscode.Uri.parse(page.url, true));
    this.#store.add(this.#input.onDidTriggerButton(() => void open()));
  }

  #problemOf(typed: string): string | undefined {
    const problem = this.#question.check?.(typed);
    return problem === undefined ? undefined : withoutLinksAndIcons(problem);
  }

  #check(typed: string): void {
    const known = this.#refused?.typed === typed ? withoutLinksAndIcons(this.#refused.message) : undefined;
    this.#input.validationMessage = typed === '' ? undefined : (this.#problemOf(typed) ?? known);
  }

  async #accept(): Promise<void> {
    const input = this.#input;
    const message = this.#problemOf(input.value);
    input.validationMessage = message;
    if (message !== undefined || input.busy) return;
    input.busy = true;
    input.enabled = false;
    const typed = input.value;
    const answer = await this.#submit(typed);
    input.busy = false;
    input.enabled = true;
    if (this.#closed.signal.aborted) return;
    if (answer.ok) {
      this.#resolve(answer.value);
      this.#close();
    } else {
      this.#refused = { typed, message: answer.message };
      input.validationMessage = withoutLinksAndIcons(answer.message);
      input.show(); // disabling it moved the focus away
    }
  }

  async #submit(typed: string): Promise<Answer<T>> {
    try {
      return await this.#question.submit(typed, this.#closed.signal, (text) => this.#report(text));
    } catch (error) {
      return { ok: false, message: error instanceof Error ? error.message : String(error) };
    }
  }

  #report(text: string): void {
    if (this.#closed.signal.aborted) return;
    const message = withoutLinksAndIcons(text);
    this.#input.validationMessage = { message, severity: vscode.InputBoxValidationSeverity.Info };
  }

  /** With `hide` it would count as open until VS Code answers, and the tree would not get the focus. */
  #close(): void {
    this.#closed.abort();
    this.#store.dispose();
    this.#resolve(undefined); // no effect after an answer
  }
}
