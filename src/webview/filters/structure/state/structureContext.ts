// state/ is what the structure's components know, and what they can do; it knows none of them.
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Change } from '#filters/filterShape.ts';
import type { FilterItem, FilterShape } from '#filters/filterShape.ts';
import type { JsonNode, JsonPath } from '#json/jsonTree.ts';
import type { EditorOptions, WebviewMessage } from '#protocol/filtersMessages.ts';
import type { FieldInput } from '#webview/elements/host/keptPages.ts';
import type { Problem } from '#webview/filters/problems/problemMarks.ts';
import type { NamesFromHost } from './namesFromHost.ts';

/** Names a control among those of its item: its `data-part`. */
export type Part = string;

/** Commands on the record whose filters these are. */
export type RecordCommand = Extract<WebviewMessage, { readonly type: 'command' }>['command'];

/** An item, by its place or by its id, and one of its controls. */
export type FocusTarget =
  | { readonly path: JsonPath; readonly part: Part }
  | { readonly id: string; readonly part: Part };

export interface EditOptions {
  /** The edits of one word are undone together. */
  readonly isTyping?: boolean;
  /** What gets the focus afterwards. By default the focus stays where it is. */
  readonly focus?: FocusTarget | undefined;
  /** The text in the focused field is a sample: it is selected, so that typing replaces it. */
  readonly isSample?: boolean;
  /** The item that moves: it keeps its identity, and so do the items in it. */
  readonly movedItem?: FilterItem;
  /** The announcement for screen readers. */
  readonly announcement?: string;
}

export interface StructureContext {
  readonly shape: FilterShape;
  /** Changes when something other than the text and its problems has changed. */
  readonly revision: number;
  readonly isReadonly: boolean;
  /** Where a cohort without filters gets its persons from. */
  readonly cohortSource: EditorOptions['cohortSource'];
  /** One level of indentation. */
  readonly indent: string;
  /** False while the rendered structure lags behind the text: no edit is possible then. */
  readonly isCurrent: boolean;
  /** Renders the text as it is now. */
  refresh(): void;
  edit(change: Change, options?: EditOptions): void;
  /** Shows the item first if a long list leaves it out; the text if it is deeper than the structure shows. */
  moveFocus(target: FocusTarget): void;
  idOf(item: FilterItem): string;
  itemById(id: string): FilterItem | undefined;
  /** The problems of the item itself, without those of the items in it. */
  problemsOf(item: FilterItem): readonly Problem[];
  hasError(node: JsonNode | undefined): boolean;
  readonly names: NamesFromHost;
  /** The item in words, with the names of cohorts. */
  describe(item: FilterItem): string;
  openCohort(id: number): void;
  /** How many entries of a long list are rendered. */
  shownCount(listId: string): number;
  showMore(listId: string): void;
  runCommand(command: RecordCommand): void;
  showInText(range: Pick<JsonNode, 'from' | 'to'>): void;
  openMenu(item: FilterItem, button: HTMLElement): void;
  startDrag(item: FilterItem, event: PointerEvent): void;
  announce(message: string): void;
  /** JSON that is typed into fields but not applied yet. */
  readonly drafts: {
    set(field: object, draft: FieldInput | undefined): void;
    take(field: object, name: string, json: string): FieldInput | undefined;
    leave(field: object): void;
  };
}

const Context = createContext<StructureContext | undefined>(undefined);

export const StructureProvider = Context.Provider;

export function useStructure(): StructureContext {
  const structure = useContext(Context);
  if (!structure) throw new Error('no StructureProvider around this component');
  return structure;
}

/**
 * Whether a control was rendered from an older text, so its input cannot be applied yet. Its event, `change` by
 * default, is then dispatched again once it is rendered from the current text.
 */
export function isOutdated(
  structure: StructureContext,
  control: HTMLElement,
  event = new Event('change'),
): boolean {
  if (structure.isCurrent) return false;
  structure.refresh();
  if (structure.isCurrent && control.isConnected) control.dispatchEvent(event);
  return true;
}
