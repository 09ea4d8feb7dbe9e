// Calls of VS Code's language-model tools, behind their door.
import * as vscode from 'vscode';
import { toAbortSignal } from '#host/disposables.ts';
import type { ToolName } from '#manifest.ts';
import { editorConfirmation } from './askPerson.ts';
import type { ToolCalls } from './toolCalls.ts';

const { t } = vscode.l10n;

export class ToolDoor {
  readonly #calls: ToolCalls;

  constructor(calls: ToolCalls) {
    this.#calls = calls;
  }

  async prepare(
    name: ToolName,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.PreparedToolInvocation> {
    const question = await this.#calls.prepare(name, input, toAbortSignal(token));
    const invocationMessage = t('Cohort Deck: {0}', name.replaceAll('_', ' '));
    return question
      ? { invocationMessage, confirmationMessages: editorConfirmation(question) }
      : { invocationMessage };
  }

  /** Throws ToolError, whose words a model can act on. */
  async invoke(
    name: ToolName,
    input: unknown,
    token: vscode.CancellationToken,
  ): Promise<vscode.LanguageModelToolResult> {
    const signal = toAbortSignal(token);
    const { text } = await this.#calls.call(name, input, { door: 'editor', signal, report: () => undefined });
    return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
  }
}
