// What the drawing of the structure knows, and what its controls can do.
import type { FilterItem, FilterShape } from '#filters/shape.ts';
import type { Change } from '#filters/change.ts';
import type { JsonNode, JsonPath } from '#json/tree.ts';
import type { Problem } from '#webview/filters/problems/problem.ts';

/** A control of an item: its `data-part`. */
export type Part = string;

export interface Wish {
  /** Typing: changes of one word are undone together. */
  readonly isTyping?: boolean;
  /** Where the keyboard goes; where it was, unless told. */
  readonly focus?: { readonly path: JsonPath; readonly part: Part };
  /** The item that is moved, and stays itself. */
  readonly moved?: FilterItem;
  /** Said to people who cannot see the page. */
  readonly say?: string;
}

export interface RenderContext {
  readonly shape: FilterShape;
  readonly isReadonly: boolean;
  /** One level of indentation. */
  readonly indent: string;
  /** Whether what is drawn is the text as it is, and may be changed now. */
  readonly isCurrent: boolean;
  /** Draws the text as it is. */
  catchUp(): void;
  announce(words: string): void;
  idOf(item: FilterItem): string;
  /** The problems of an item itself, without those of the items in it. */
  problemsOf(item: FilterItem): readonly Problem[];
  /** Whether an error lies in a value. */
  isFaulty(node: JsonNode | undefined): boolean;
  /** How many of many items or values are drawn. */
  shownOf(id: string): number;
  showMore(id: string): void;
  change(change: Change, wish?: Wish): void;
  showInText(node: Pick<JsonNode, 'from' | 'to'>): void;
  openMenu(item: FilterItem, button: HTMLElement): void;
  startDrag(item: FilterItem, event: PointerEvent): void;
  move(item: FilterItem, direction: 1 | -1, part: Part): void;
  remove(item: FilterItem): void;
}

/**
 * Whether the text has changed since the control was drawn, so that nothing can be put in yet: the control's `change`
 * comes again once it is drawn anew.
 */
export function isBehind(scene: RenderContext, control: HTMLElement): boolean {
  if (scene.isCurrent) return false;
  scene.catchUp();
  if (scene.isCurrent && control.isConnected) control.dispatchEvent(new Event('change'));
  return true;
}
