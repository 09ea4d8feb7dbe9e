// The one way in which tools are called, through either door: what is allowed here, one change at a time, the person's
// answer, and a line of what came of it.
import * as vscode from 'vscode';
import { ApiError, isApiError } from '#api/apiError.ts';
import { readSetting } from '#host/settings/settings.ts';
import type { ToolName } from '#manifest.ts';
import type { WriteApproval } from '#model/connections/writeGuard.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { SerialQueue, RecentMap } from '#model/storage/emitter.ts';
import { AgentChanges } from './agentChanges.ts';
import {
  type AgentDeps,
  type AgentTool,
  isPlan,
  type ToolAnswer,
  type ToolContext,
  type ToolPlan,
  type WritePlan,
  type ToolTable,
} from './agentTool.ts';
import { ToolError } from './toolError.ts';
import { askPerson, editorConfirmation } from './askPerson.ts';
import { KnownVersions } from './knownVersions.ts';
import { editFilters } from './editFilters.ts';
import { countOverlap, exportForPerson, readRows, summarizePersons } from './personTools.ts';
import { findUses, getRecord, searchRecords, openRecord } from './readTools.ts';
import { createCohort, editRecord, undoAgentChange } from './writeTools.ts';
import * as z from 'zod';
import { describeError } from '#host/messages/errorMessage.ts';
import { isCancelled } from '#host/messages/userError.ts';
import { describeChanges } from '#model/documents/describeChanges.ts';
import { DocumentConflict, DocumentDeleted, SaveIncomplete } from '#model/documents/save/saveErrors.ts';
import { ChangedMeanwhile } from '#model/records/changes/acceptedChange.ts';
import { inEnglish } from '#text/translate.ts';
import { fence, quoteText } from './answerText.ts';

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
    let planned: RecordRef | undefined;
    try {
      const answer = await this.#run(name, input, caller, (record) => (planned = record));
      this.#note(name, caller, answer.outcome, answer.record);
      return answer;
    } catch (error) {
      const failure = toToolError(error, caller.signal);
      if (!(error instanceof ToolError)) this.#deps.log.debug(`The tool ${name} failed.`, error);
      this.#note(name, caller, failure.outcome, planned);
      throw failure;
    } finally {
      this.#running--;
    }
  }

  async #run(
    name: ToolName,
    input: unknown,
    caller: ToolCaller,
    onPlan: (record: RecordRef | undefined) => void,
  ): Promise<ToolAnswer> {
    const { risk } = toolTable[name];
    const run = async () => {
      caller.signal.throwIfAborted();
      const started = await this.#start(name, input, caller);
      if (!isPlan(started)) return started;
      onPlan(started.record);
      const wasAsked = this.#takePrepared(name, input, started);
      const ask = () => this.#ask({ deps: this.#deps, question: started.question, ...caller });
      if (started.action === undefined) {
        if (started.asks && !wasAsked) await ask();
        requireAllowed(risk);
        return started.run();
      }
      const approval = await this.#approve(started, ask, wasAsked);
      caller.signal.throwIfAborted();
      requireAllowed(risk);
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

// The tools by name. What a model reads of each, and the schema of its input, are in package.json; a test compares the two.

export const toolTable: ToolTable = {
  list_records: searchRecords,
  get_record: getRecord,
  find_uses: findUses,
  count_overlap: countOverlap,
  summarize_persons: summarizePersons,
  read_persons: readRows,
  open_record: openRecord,
  export_persons: exportForPerson,
  create_cohort: createCohort,
  edit_filters: editFilters,
  edit_record: editRecord,
  undo_change: undoAgentChange,
};

// What a model reads where a tool fails: what happened, and the next step.

const changeKey = 'Ask the person to run “Cohort Deck: Change Key…”.';
const readAgain = 'Call get_record again, and base the change on its version.';

function toToolError(error: unknown, signal: AbortSignal): ToolError {
  if (error instanceof ToolError) return error;
  if (error instanceof z.ZodError) return wrongInput(error);
  if (signal.aborted) return new ToolError('The call was cancelled. Nothing more was sent.', 'cancelled');
  if (isCancelled(error))
    return new ToolError(
      'The person did not allow this, so nothing was sent. Do not try again unless they ask for it.',
      'not allowed by the person',
    );
  if (error instanceof ChangedMeanwhile)
    return new ToolError(
      `Somebody else changed the record, so nothing was sent. ${readAgain}`,
      'changed meanwhile',
    );
  if (error instanceof DocumentConflict) return conflict(error);
  if (error instanceof DocumentDeleted)
    return new ToolError(
      'The record is deleted, so nothing was sent. Only the person can restore it.',
      'deleted',
    );
  if (error instanceof SaveIncomplete)
    return new ToolError(
      `${error.conditions.length} conditions lack a ${[...new Set(error.conditions.map(({ missing }) => missing))].join(', ')}. Nothing was sent. Complete them, then call again.`,
      'incomplete conditions',
    );
  const { message } = describeError(error);
  const kind = isApiError(error) ? error.kind : error instanceof Error ? error.name : 'error';
  const next = isApiError(error) ? nextStep(error) : nextStepOf(error);
  return new ToolError([next, fence([quoteText(message, 800)])].join('\n'), kind);
}

function wrongInput(error: z.ZodError): ToolError {
  const lines = error.issues.slice(0, 5).map(({ path, message }) => {
    const place = path.slice(0, 4).map(String).join('.');
    return `${place === '' ? 'input' : quoteText(place, 100)}: ${quoteText(message, 300)}`;
  });
  return new ToolError(
    `The input is not valid, so nothing was done. Correct it, then call again.\n${lines.join('\n')}`,
    'invalid input',
  );
}

function conflict({ ref, base, theirs }: DocumentConflict): ToolError {
  const changes = base === undefined ? [] : describeChanges(ref, base, theirs, inEnglish);
  return new ToolError(
    [
      `Somebody else changed the filters, so nothing was sent. ${readAgain}`,
      ...(changes.length > 0
        ? [fence(['What changed:', ...changes.map((line) => quoteText(line, 300))])]
        : []),
    ].join('\n'),
    'changed meanwhile',
  );
}

function nextStep(error: ApiError): string {
  switch (error.kind) {
    case 'missingScope':
      return `This key lacks ${error.scope === undefined ? 'a scope' : quoteText(error.scope, 60)}. ${changeKey}`;
    case 'unauthenticated':
      return `The service does not accept the key. ${changeKey}`;
    case 'readOnly':
      return 'The project is read-only here, so nothing was sent. Only the person can change that, by “Cohort Deck: Set Protection…”. Do not try again.';
    case 'unapproved':
      return 'The protection of the project changed meanwhile, so nothing was sent. Call again.';
    case 'unresolvedProject':
      return 'A project is its number. Call list_records without input to see the projects.';
    case 'notFound':
      return 'The service has no such record. Call list_records to see which there are.';
    case 'throttled':
      return `The rate limit is reached. Wait ${Math.ceil((error.retryAfterMs ?? 60_000) / 1000)} s before you call again.`;
    case 'network':
    case 'timeout':
    case 'server':
    case 'incomplete':
    case 'notJson':
    case 'unexpected':
      return 'The service could not be asked. Call again later; if it persists, tell the person.';
    case 'invalid':
    case 'notAllowed':
      return 'The service rejected this. Correct the input, then call again.';
    case 'forbidden':
      return 'The key has no permission for this. Tell the person.';
    case 'cancelled':
      return 'The call was cancelled.';
  }
}

function nextStepOf(error: unknown): string {
  const kind: unknown = error instanceof Error && 'kind' in error ? error.kind : undefined;
  if (kind === 'noKey') return `There is no key for this connection. ${changeKey}`;
  if (kind === 'unknownConnection' || kind === 'unknownProject')
    return `There is no such ${kind === 'unknownProject' ? 'project' : 'connection'} in the tree. Call list_records without input to see those that are.`;
  return 'It failed. Tell the person; the log has more.';
}
