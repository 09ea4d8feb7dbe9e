// The one way in which tools are called, through either door: what is allowed here, one change at a time, the person's
// answer, and a line of what came of it.
import * as vscode from 'vscode';
import { ApiError } from '#api/apiError.ts';
import { readSetting } from '#host/settings/settings.ts';
import type { ToolName } from '#manifest.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { SerialQueue } from '#model/storage/serialQueue.ts';
import { RecentMap } from '#model/storage/recentMap.ts';
import { AgentChanges } from './agentChanges.ts';
import {
  type AgentDeps,
  type AgentTool,
  isPlan,
  type ToolAnswer,
  type ToolContext,
  type ToolPlan,
  type WritePlan,
} from './agentTool.ts';
import { ToolError } from './toolError.ts';
import { toToolError } from './toToolError.ts';
import { toolTable } from './toolTable.ts';
import { askPerson, editorConfirmation } from './askPerson.ts';
import { KnownVersions } from './knownVersions.ts';

/** Calls at the same time; a model that sends more is told to wait. */
const maxRunning = 40;
/** Confirmations of VS Code that a call may follow. */
const maxPrepared = 50;

export interface ToolCaller {
  /** For the history. */
  readonly door: 'editor' | 'mcp';
  readonly signal: AbortSignal;
  readonly report: (text: string) => void;
}

interface CallProgress {
  record: RecordRef | undefined;
  /** Its change may reach the service. */
  isSending: boolean;
}

export class ToolCalls {
  readonly #deps: AgentDeps;
  readonly #ask: typeof askPerson;
  readonly #versions = new KnownVersions();
  readonly #changes: AgentChanges = new AgentChanges();
  /** Changes and their questions, one after the other. */
  readonly #writes = new SerialQueue();
  /** What VS Code has asked the person about, by the call. */
  readonly #prepared = new RecentMap<string, string>(maxPrepared);
  #running = 0;

  constructor(deps: AgentDeps, ask = askPerson) {
    this.#deps = deps;
    this.#ask = ask;
  }

  /**
   * What VS Code asks before a call; undefined for a call that asks nothing, or that will fail. A call that follows a
   * question about something else asks again.
   */
  async prepare(
    name: ToolName,
    input: unknown,
    signal: AbortSignal,
  ): Promise<vscode.LanguageModelToolConfirmationMessages | undefined> {
    const { risk } = toolTable[name];
    if (risk === 'read' || risk === 'show') return undefined; // it has no plan: to start it is to run it
    try {
      const started = await this.#start(name, input, { door: 'editor', signal, report: () => undefined });
      if (!isPlan(started)) return undefined;
      this.#prepared.set(keyOf(name, input), JSON.stringify(started.question));
      return editorConfirmation(started.question);
    } catch {
      return undefined; // the call fails by itself, with words for the model
    }
  }

  /** Throws ToolError. */
  async call(name: ToolName, input: unknown, caller: ToolCaller): Promise<ToolAnswer> {
    if (this.#running >= maxRunning)
      throw new ToolError(
        'Too many calls at the same time. Wait for the answers of the others, then call again.',
        'too many calls',
      );
    this.#running++;
    const progress: CallProgress = { record: undefined, isSending: false };
    try {
      const answer = await this.#run(name, input, caller, progress);
      this.#note(name, caller, answer.outcome, answer.record);
      return answer;
    } catch (error) {
      const failure = toToolError(error, caller.signal, progress.isSending);
      if (!(error instanceof ToolError)) this.#deps.log.debug(`The tool ${name} failed.`, error);
      this.#note(name, caller, failure.outcome, progress.record);
      throw failure;
    } finally {
      this.#running--;
    }
  }

  async #run(
    name: ToolName,
    input: unknown,
    caller: ToolCaller,
    progress: CallProgress,
  ): Promise<ToolAnswer> {
    const { risk } = toolTable[name];
    const run = async () => {
      caller.signal.throwIfAborted();
      const started = await this.#start(name, input, caller);
      if (!isPlan(started)) return started;
      progress.record = started.record;
      const wasAsked = caller.door === 'editor' && this.#takePrepared(name, input, started);
      const ask = () => this.#ask({ deps: this.#deps, question: started.question, ...caller });
      if (started.action === undefined) {
        if (started.asks && !wasAsked) await ask();
        requireAllowed(risk);
        return started.run();
      }
      const address = this.#addressOf(started);
      const approval = await this.#approve(started, ask, wasAsked);
      if (this.#addressOf(started) !== address)
        throw new ToolError(
          'The connection has another address than when the person was asked, so nothing was sent. Call again.',
          'another address',
        );
      caller.signal.throwIfAborted();
      requireAllowed(risk);
      progress.isSending = true;
      return started.run(approval);
    };
    return risk === 'write' || risk === 'persons' ? this.#writes.run(run) : run();
  }

  async #start(name: ToolName, input: unknown, caller: ToolCaller): Promise<ToolAnswer | ToolPlan> {
    const found = toolTable[name];
    requireAllowed(found.risk);
    const context: ToolContext = {
      ...this.#deps,
      versions: this.#versions,
      changes: this.#changes,
      signal: caller.signal,
      report: caller.report,
    };
    return found.start(context, input);
  }

  /** Whether VS Code asked the person just this. One question allows one call. */
  #takePrepared(name: ToolName, input: unknown, { question }: ToolPlan): boolean {
    const key = keyOf(name, input);
    const asked = this.#prepared.get(key);
    this.#prepared.delete(key);
    return asked === JSON.stringify(question);
  }

  /** Production is asked about in a dialog of ours, whatever VS Code has asked. Throws ApiError. */
  async #approve(
    { action, project, question }: WritePlan,
    ask: () => Promise<void>,
    wasAsked: boolean,
  ): Promise<WriteApproval> {
    const { guard } = this.#deps;
    guard.requireWritable([project]);
    if (guard.needsApproval([project])) {
      const request = {
        action,
        projects: [project],
        detail: question.lines.join('\n'),
        by: 'agent',
      } as const;
      const confirm = async () => {
        await ask();
        return true;
      };
      return guard.approve(request, confirm);
    }
    if (!wasAsked) await ask();
    const approval = guard.approveUnasked([project], 'agent');
    if (approval) return approval;
    throw new ApiError('unapproved', 'The protection changed while the person was asked.');
  }

  #addressOf({ project }: ToolPlan): string | undefined {
    return this.#deps.connections.get(project.connectionId)?.url;
  }

  #note(name: ToolName, { door }: ToolCaller, outcome: string, record: RecordRef | undefined): void {
    const place = record ? ` ${record.kind} ${record.id} in project ${record.projectId}` : '';
    this.#deps.log.info(`Agent (${door}): ${name}${place}: ${outcome}`);
    const entry = { at: Date.now(), door, tool: name, record, outcome };
    void this.#deps
      .localHistory()
      .then((history) => history.addCall(entry))
      .catch((error: unknown) => this.#deps.log.warn('Could not store what an agent did.', error));
  }
}

function keyOf(name: ToolName, input: unknown): string {
  return `${name} ${JSON.stringify(input)}`;
}

/** Throws ToolError. Each call asks: the person may have changed the setting. */
function requireAllowed(risk: AgentTool['risk']): void {
  if (!vscode.workspace.isTrusted)
    throw new ToolError(
      'This window is in Restricted Mode, in which agents can do nothing. Only the person can trust the folder.',
      'restricted mode',
    );
  const access = readSetting('cohortDeck.agents.access');
  if (access === 'off')
    throw new ToolError('The person has turned off what agents can do (cohortDeck.agents.access).', 'off');
  if (risk === 'write' && access !== 'write')
    throw new ToolError(
      'Agents may only read here. The person can allow changes with the setting cohortDeck.agents.access.',
      'only reads',
    );
  if (risk === 'persons' && !readSetting('cohortDeck.agents.persons'))
    throw new ToolError(
      'Rows of persons are not sent to models here. The person can allow it with the setting cohortDeck.agents.persons. summarize_persons gives numbers.',
      'no persons',
    );
}
