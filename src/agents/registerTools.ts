// The door of VS Code's language-model tools. What they do loads with the first call.
import * as vscode from 'vscode';
import { DisposableStore, toAbortSignal } from '#host/disposables.ts';
import { type ToolName, toolNames } from '#manifest.ts';
import type { ToolCalls } from './toolCalls.ts';

const { t } = vscode.l10n;

/** In the name that VS Code's models see. */
const toolPrefix = 'cohortDeck_';

export function registerTools(load: () => Promise<ToolCalls>): vscode.Disposable {
  const store = new DisposableStore();
  for (const name of toolNames)
    store.add(vscode.lm.registerTool(`${toolPrefix}${name}`, createTool(name, load)));
  return store;
}

/** Its failures are ToolErrors, whose words a model can act on. */
function createTool(name: ToolName, load: () => Promise<ToolCalls>): vscode.LanguageModelTool<unknown> {
  return {
    prepareInvocation: async ({ input }, token) => {
      const calls = await load();
      const confirmationMessages = await calls.prepare(name, input, toAbortSignal(token));
      const invocationMessage = t('Cohort Deck: {0}', name.replaceAll('_', ' '));
      return confirmationMessages ? { invocationMessage, confirmationMessages } : { invocationMessage };
    },
    invoke: async ({ input }, token) => {
      const calls = await load();
      const caller = { door: 'editor', signal: toAbortSignal(token), report: () => undefined } as const;
      const { text } = await calls.call(name, input, caller);
      return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
    },
  };
}
