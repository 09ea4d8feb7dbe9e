// The message of a change that a read-only project refuses, which closes once changes to the project are allowed. Its words
// are in host/messages/errorMessage.ts.
import { describeError } from '#host/messages/errorMessage.ts';
import { actionsOf, runAction } from '#host/messages/errorActions.ts';
import { showUntil } from '#host/messages/openNotification.ts';
import type { ShownError } from '#host/messages/showError.ts';
import { refusingProject } from '#host/messages/userError.ts';
import type { WriteGuard } from '#model/connections/writeGuard.ts';

/** The latest one; the same key, pressed again, replaces it. */
let latest = new AbortController();

/** Resolves with whether the error is such a refusal, and was shown here. */
export async function showReadonlyRefusal(
  guard: WriteGuard,
  { error, outdated }: ShownError,
): Promise<boolean> {
  const project = refusingProject(error);
  if (!project || outdated) return false; // a change that can be retried has a message of its own
  latest.abort();
  const over = (latest = new AbortController());
  const change = guard.onDidChange(() => guard.protectionOf(project) !== 'readOnly' && over.abort());
  const described = describeError(error);
  const actions = actionsOf(described);
  try {
    const titles = actions.map(({ title }) => title);
    await runAction(actions, await showUntil(over.signal, described.message, ...titles));
  } finally {
    change.dispose();
  }
  return true;
}
