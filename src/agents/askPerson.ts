// The question before an agent's change: for VS Code's own confirmation, and as one of ours. Ours begins as a message that
// takes no focus, because whoever is typing would answer a dialog by accident.
import * as vscode from 'vscode';
import { cancelledError } from '#api/apiError.ts';
import { askModal, showStatus } from '#host/messages/showMessage.ts';
import { showUntil } from '#host/messages/openNotification.ts';
import { formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { scheme } from '#manifest.ts';
import { escapeUnseen } from '#text/displayText.ts';
import type { AgentDeps, AgentQuestion } from './agentTool.ts';
import { maxDiffLines, unifiedDiff } from './unifiedDiff.ts';

const { t } = vscode.l10n;

/** Lines of a diff in a dialog, which does not scroll. */
const maxDialogLines = 14;
/** UTF-16 units of a line of the diff. */
const maxLineLength = 160;
/** A client ends a call that shows no progress. */
const progressMs = 10_000;

/** What VS Code asks before a tool runs. In blocks of code, nothing of a name becomes a link, also where a dialog shows them. */
export function editorConfirmation(question: AgentQuestion): vscode.LanguageModelToolConfirmationMessages {
  const lines = question.lines.map((line) => escapeUnseen(line.replaceAll('\n', ' ')));
  const changed = diffLines(question, maxDiffLines);
  const between = changed.length > 0 ? [''] : []; // a dialog shows one block right after the other
  const blocks = [codeBlock('', [...lines, ...between]), codeBlock('diff', changed)];
  const message = new vscode.MarkdownString(blocks.join('\n\n').trim());
  return { title: question.title, message };
}

function codeBlock(language: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length));
  const marks = '`'.repeat(longest + 1);
  return `${marks}${language}\n${text}\n${marks}`;
}

/** Empty if the question is about no text. */
function diffLines({ texts }: AgentQuestion, max: number): readonly string[] {
  if (!texts) return [];
  const all = unifiedDiff(texts.before, texts.after).map((line) => {
    const shown = escapeUnseen(line);
    return shown.length > maxLineLength ? `${shown.slice(0, maxLineLength)}…` : shown;
  });
  const left = all.length - max;
  return left > 0 ? [...all.slice(0, max), t('… and {0} more lines', left)] : all;
}

interface Asking {
  readonly deps: Pick<AgentDeps, 'addSnapshot'>;
  readonly question: AgentQuestion;
  /** The caller has gone: nobody waits for an answer. */
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

/** Resolves once the person has allowed it. Throws ApiError `cancelled` if they did not, or if nobody waits any more. */
export async function askPerson(asking: Asking): Promise<void> {
  const { question, signal, report } = asking;
  const tell = () => report('Waiting for the person to review this in the editor.');
  tell();
  const telling = setInterval(tell, progressMs);
  const [review, deny] = [t('Review…'), t('Don’t Allow')];
  try {
    for (;;) {
      const chosen = await showUntil(signal, t('An agent asks: {0}', question.title), review, deny);
      if (chosen !== review) throw cancelledError();
      const answer = await askInDialog(asking);
      if (signal.aborted) showStatus(t('The agent no longer waits. Nothing was sent.'), 8000, 'info');
      signal.throwIfAborted();
      if (answer === 'allow') return;
      if (answer === 'deny') throw cancelledError();
    }
  } finally {
    clearInterval(telling);
  }
}

async function askInDialog({ deps, question }: Asking): Promise<'allow' | 'deny' | 'show'> {
  const [allow, show] = [t('Allow'), t('Show Changes')];
  const detail = [...question.lines, '', ...diffLines(question, maxDialogLines)].join('\n').trim();
  const answer = await askModal(question.title, detail, allow, ...(question.texts ? [show] : []));
  if (answer !== show) return answer === allow ? 'allow' : 'deny';
  await showTexts(deps, question);
  return 'show';
}

async function showTexts({ addSnapshot }: Asking['deps'], { title, texts }: AgentQuestion): Promise<void> {
  if (!texts) return;
  const uri = vscode.Uri.from({ scheme, ...formatPlace(toDocument(texts.ref, 'filters'), undefined) });
  const [before, after] = [await addSnapshot(uri, texts.before), await addSnapshot(uri, texts.after)];
  await vscode.commands.executeCommand('vscode.diff', before, after, title, { preserveFocus: true });
}
