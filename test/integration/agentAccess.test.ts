// What reaches the service of each tool, by what agents may do, the protection of the project, and the scope of the key.
import assert from 'node:assert/strict';
import { ToolError } from '#agents/toolError.ts';
import { toolTable } from '#agents/toolTable.ts';
import { type ToolName, toolNames } from '#manifest.ts';
import {
  type AgentService,
  type AgentWindow,
  createAgentWindow,
  inputFor,
  setAgents,
  startAgentService,
} from './agentWindow.ts';

const writing: readonly ToolName[] = ['create_cohort', 'edit_filters', 'edit_record', 'undo_change'];
/** The commands of the others need a window of their own: the workbench's test has them. */
const tried = toolNames.filter((name) => name !== 'open_record' && name !== 'export_persons');
const protections = ['none', 'production', 'readOnly'] as const;
const situations = protections.flatMap((protection) =>
  (['all', 'read'] as const).map((key) => ({ protection, key })),
);

describe('each tool of agents', () => {
  let service: AgentService;
  before(async () => {
    service = await startAgentService();
  });
  after(() => service.stop());

  for (const tool of tried)
    it(`does what its access, the protection and the key allow: ${tool}`, async () => {
      const owner = createAgentWindow(service);
      for (const access of ['off', 'read', 'write'] as const) {
        await setAgents('access', 'write');
        await setAgents('persons', true);
        const prepared = [];
        for (const situation of situations) {
          const window = createAgentWindow(service, situation);
          const hasInput = tool !== 'undo_change' || situation.key === 'all'; // a key that only reads has nothing to undo
          const input = hasInput ? await inputFor(tool, owner, window) : { change: 'none' };
          prepared.push({ ...situation, window, hasInput, input });
        }
        await setAgents('access', access);
        for (const { window, input, ...situation } of prepared) {
          const isWriting = writing.includes(tool);
          const isAllowed = access === 'write' || (access === 'read' && !isWriting);
          const { protection, key, hasInput } = situation;
          const isSent = isAllowed && isWriting && protection !== 'readOnly' && hasInput;
          const isDone = isAllowed && (!isWriting || (isSent && key === 'all'));
          const isAsked = isSent || (isAllowed && tool === 'read_persons');
          const end = await attempt(window, tool, input);
          assert.deepEqual(
            { isDone: end.isDone, isSent: end.writes > 0, questions: end.questions },
            { isDone, isSent, questions: isAsked ? 1 : 0 },
            `access ${access}, protection ${protection}, key ${key}: ${end.text}`,
          );
          if (isDone) assert.match(end.text, new RegExp(`protection: ${protection}`));
          await window.dispose();
        }
      }
      await owner.dispose();
    });

  for (const tool of toolNames.filter((name) => ['read', 'show'].includes(toolTable[name].risk)))
    it(`runs once VS Code calls it, not while VS Code prepares the call: ${tool}`, async () => {
      const window = createAgentWindow(service);
      await setAgents('access', 'write');
      const input = await inputFor(tool, window, window);
      service.takeRequests();
      const question = await window.calls.prepare(tool, input, new AbortController().signal);
      assert.deepEqual([question, service.takeRequests()], [undefined, []]);
      await window.dispose();
    });

  async function attempt(window: AgentWindow, tool: ToolName, input: object) {
    window.protect();
    window.questions.length = 0;
    service.takeWrites();
    const [end] = await Promise.allSettled([window.call(tool, input)]);
    const isDone = end.status === 'fulfilled';
    if (!isDone)
      assert.ok(end.reason instanceof ToolError && end.reason.message.length > 20, String(end.reason));
    const text = isDone ? end.value : String(end.reason);
    return { isDone, text, writes: service.takeWrites().length, questions: window.questions.length };
  }
});
