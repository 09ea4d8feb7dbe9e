// agents/ is what an agent can call: a table of tools over the same model that commands use, and two thin doors to it. An
// answer is text for a model, in English; a question is for the person, in their language.
import type * as vscode from 'vscode';
import type * as z from 'zod';
import type { WriteApproval, WriteAction, WriteGuard } from '#model/connections/writeGuard.ts';
import type { Connections } from '#model/connections/connections.ts';
import type { LocalHistory } from '#model/documents/localHistory.ts';
import type { DocumentRef } from '#model/documents/documentUri.ts';
import type { OpenDocument } from '#model/documents/openDocument.ts';
import type { Catalog, CatalogOptions } from '#model/records/catalog.ts';
import type { UndoHistory } from '#model/records/changes/undoHistory.ts';
import type { CohortDetails } from '#model/records/cohortDetails.ts';
import type { RecentExports } from '#model/records/persons/recentExports.ts';
import type { SeenValues } from '#model/records/persons/seenValues.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import type { ProjectRef } from '#model/connections/projectRef.ts';
import type { Log } from '#host/log.ts';
import type { ToolName } from '#manifest.ts';
import type { AgentChanges } from './agentChanges.ts';
import type { KnownVersions } from './knownVersions.ts';

export interface AgentDeps {
  readonly connections: Connections;
  readonly catalog: Catalog;
  readonly guard: WriteGuard;
  readonly openClient: CatalogOptions['openClient'];
  readonly details: () => Promise<Pick<CohortDetails, 'uses'>>;
  readonly requireProject: (ref: ProjectRef) => Promise<void>;
  readonly history: UndoHistory;
  readonly localHistory: () => Promise<LocalHistory>;
  readonly recentExports: RecentExports;
  readonly seenValues: SeenValues;
  /** Loads what the filters and persons of a project name; never rejects. */
  readonly loadNames: (project: ProjectRef) => Promise<void>;
  /** The text of a record's filters, kept apart from those of editors by `at`. */
  readonly openDocument: (ref: DocumentRef, at: string) => Promise<OpenDocument>;
  /** Puts a text into an editor's document, as an edit that can be undone. */
  readonly replaceText: (uri: vscode.Uri, text: string) => Promise<boolean>;
  /** The URI of a read-only document. */
  readonly addSnapshot: (uri: vscode.Uri, text: string) => Promise<vscode.Uri>;
  readonly exportsFolder: string;
  readonly log: Log;
}

/** What a tool is called with. */
export interface ToolContext extends AgentDeps {
  readonly versions: KnownVersions;
  readonly changes: AgentChanges;
  readonly signal: AbortSignal;
  /** Shows how far it is. */
  readonly report: (text: string) => void;
}

export interface ToolAnswer {
  /** What a model reads. */
  readonly text: string;
  /** For the log and the history: no text of the service. */
  readonly outcome: string;
  readonly record?: RecordRef | undefined;
}

/** What a person is asked before something is done. */
export interface AgentQuestion {
  readonly title: string;
  /** One line each: the record, its project, its protection, the fields. */
  readonly lines: readonly string[];
  /** What the filters were and will be; `uri` names the document. */
  readonly texts?: { readonly ref: RecordRef; readonly before: string; readonly after: string };
}

interface Planned {
  readonly project: ProjectRef;
  readonly record?: RecordRef | undefined;
  readonly question: AgentQuestion;
}

/** A change of a record. */
export interface WritePlan extends Planned {
  readonly action: WriteAction;
  readonly run: (approval: WriteApproval) => Promise<ToolAnswer>;
}

/** What sends nothing to the service. */
interface SilentPlan extends Planned {
  readonly action: undefined;
  /** False for what only shows something to the person. */
  readonly asks: boolean;
  readonly run: () => Promise<ToolAnswer>;
}

/** Something that a person is asked about first. Making a plan changes nothing. */
export type ToolPlan = WritePlan | SilentPlan;

/**
 * - `read`: tells a model about records, or numbers of persons
 * - `show`: opens something for the person
 * - `persons`: sends rows of persons to a model
 * - `write`: changes a record
 */
type ToolRisk = 'read' | 'show' | 'persons' | 'write';

interface BareTool<I> {
  readonly input: z.ZodType<I>;
}

export interface DirectTool<I> extends BareTool<I> {
  readonly risk: 'read' | 'show';
  readonly run: (context: ToolContext, input: I) => Promise<ToolAnswer>;
}

export interface AskingTool<I> extends BareTool<I> {
  readonly risk: 'persons' | 'write';
  readonly plan: (context: ToolContext, input: I) => Promise<ToolPlan>;
}

/** A tool whose input is checked by its own schema before `start` gets it. */
export interface AgentTool {
  readonly risk: ToolRisk;
  readonly input: z.ZodType;
  /** Throws ZodError for an input that is not its own. */
  readonly start: (context: ToolContext, input: unknown) => Promise<ToolAnswer | ToolPlan>;
}

export type ToolTable = { readonly [K in ToolName]: AgentTool };

export function tool<I>(given: DirectTool<I> | AskingTool<I>): AgentTool {
  return {
    risk: given.risk,
    input: given.input,
    start: async (context, input) => {
      const checked = given.input.parse(input);
      return 'plan' in given ? given.plan(context, checked) : given.run(context, checked);
    },
  };
}

export function isPlan(one: ToolAnswer | ToolPlan): one is ToolPlan {
  return 'question' in one;
}
