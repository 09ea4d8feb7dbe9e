// A page of a record whose tab is closed while something that it started continues.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { ApiError } from '#api/apiError.ts';
import { ConnectionMonitor } from '#model/connections/connectionMonitor.ts';
import { RecordPanel } from '#editors/records/recordPanel.ts';
import {
  type CohortHostMessage,
  type CohortWebviewMessage,
  parseCohortMessage,
} from '#protocol/cohortMessages.ts';
import { eventually } from '../ui/driver/eventually.ts';

const never = () => ({ dispose: () => undefined });

/** VS Code closes the channel of a name for good. */
let opened = 0;

interface PageOptions {
  /** Gets what the page's script sends. */
  readonly parse?: (value: unknown) => CohortWebviewMessage | undefined;
  readonly load?: () => Promise<void>;
  /** Rejects while the service is offline. */
  readonly check?: () => Promise<void>;
}

function openPage({
  parse = () => undefined,
  load = async () => undefined,
  check = async () => undefined,
}: PageOptions) {
  const log = vscode.window.createOutputChannel(`Record page ${++opened} of a test`, { log: true });
  const panel = vscode.window.createWebviewPanel('test.page', 'Page', vscode.ViewColumn.One, {
    enableScripts: true,
    retainContextWhenHidden: true, // as the pages of records
  });
  const statuses = new ConnectionMonitor({ check, now: Date.now, firstWaitMs: 600_000 });
  const page = new RecordPanel<CohortWebviewMessage, CohortHostMessage>({
    ref: { connectionId: 'acme', projectId: '1', kind: 'cohort', id: 1 },
    panel,
    log,
    statuses,
    connections: { onDidChange: never, onDidLeave: never },
    parse,
    load,
    handle: async () => undefined,
  });
  panel.onDidDispose(() => page.dispose());
  const close = () => {
    panel.dispose();
    statuses.dispose();
    log.dispose();
  };
  return { page, panel, statuses, close };
}

describe('the page of a record', () => {
  it('ignores messages and data that arrive after its tab was closed, and loads nothing', async () => {
    let loads = 0;
    const { page, panel, close } = openPage({ load: async () => void loads++ });
    panel.dispose();
    assert.throws(() => panel.webview); // as VS Code has it
    page.post({ type: 'done', message: 'Copied as text' });
    await page.load();
    assert.equal(loads, 0, 'requests for nobody');
    close();
  });

  for (const [what, isOffline] of [
    ['whose service is offline promises to load again once it is back', true],
    ['whose request was lost alone promises nothing', false],
  ] as const)
    it(what, async () => {
      const lost = new ApiError('network', 'The connection is lost.', { operation: 'Test' });
      const check = async () => (isOffline ? Promise.reject(lost) : undefined);
      const shown: string[] = [];
      const { page, panel, statuses, close } = openPage({
        check,
        parse: (value) => {
          shown.push(JSON.stringify(value));
          return undefined;
        },
        load: async () => {
          statuses.reportFailure('acme', lost);
          throw lost;
        },
      });
      panel.webview.html = `<script>
      const api = acquireVsCodeApi();
      addEventListener('message', ({ data }) => api.postMessage(data));
      api.postMessage('listens');
    </script>`;
      await eventually('the page', async () => shown.length > 0);
      await page.load();
      await statuses.settled('acme');
      await new Promise(setImmediate);
      page.post({ type: 'edited', field: 'last' });
      await eventually('the last message', async () => shown.some((text) => text.includes('last')));
      const promises = shown.filter((text) => text.includes('loads again once the service responds'));
      assert.equal(promises.length, isOffline ? 1 : 0);
      assert.ok(shown.some((text) => text.includes('failed')));
      close();
    });

  it('opens what no field of it has as a file, and says so', async () => {
    const replies: unknown[] = [];
    const { panel, close } = openPage({
      parse: (value) => {
        const message = parseCohortMessage(value);
        if (!message) replies.push(value);
        return message;
      },
    });
    const texts = ['A long description. '.repeat(60), 'Another name'];
    panel.webview.html = `<script>
      const api = acquireVsCodeApi();
      addEventListener('message', ({ data }) => api.postMessage({ reply: data }));
      api.postMessage(${JSON.stringify({ type: 'left', texts })});
    </script>`;
    await eventually('the reply', async () => replies.length > 0);
    assert.deepEqual(replies, [{ reply: { type: 'edited', field: '' } }]);
    const { document } = vscode.window.activeTextEditor ?? {};
    assert.deepEqual([document?.isUntitled, document?.getText()], [true, texts.join('\n\n')]);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
    close();
  });
});
