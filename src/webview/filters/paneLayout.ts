// Which of the two panes are visible, text and structure, and how they share the page.

export type Layout = 'text' | 'both' | 'structure';

export function isLayout(value: unknown): value is Layout {
  return value === 'text' || value === 'both' || value === 'structure';
}

export interface LayoutState {
  /** Absent until the person chooses one: the width of the page decides. */
  readonly layout?: Layout;
  /** The text's share of the page, from 0 to 1. */
  readonly share?: number;
}

/** From this width on the panes are side by side, below it one above the other. */
const minWidthSideBySidePx = 700;
const minShare = 0.2;
const keyStep = 0.05;

export class PaneLayout {
  #chosen: Layout | undefined;
  #share: number;
  #isSideBySide = true;

  constructor({ layout, share = 0.5 }: LayoutState) {
    this.#chosen = layout;
    this.#share = share;
  }

  get layout(): Layout {
    return this.#chosen ?? (this.#isSideBySide ? 'both' : 'text');
  }

  get share(): number {
    return this.#share;
  }

  get isSideBySide(): boolean {
    return this.#isSideBySide;
  }

  get state(): LayoutState {
    const { share } = this;
    return this.#chosen ? { layout: this.#chosen, share } : { share };
  }

  /** @param pageWidth 0 for a hidden page, which changes nothing */
  setPageWidth(pageWidth: number): void {
    if (pageWidth > 0) this.#isSideBySide = pageWidth >= minWidthSideBySidePx;
  }

  choose(layout: Layout): void {
    this.#chosen = layout;
  }

  setShare(share: number): void {
    this.#share = Math.max(minShare, Math.min(1 - minShare, share));
  }

  /** Moves the edge between the panes; false for a key that does not. */
  moveEdgeByKey(key: string): boolean {
    const [less, more] = this.#isSideBySide ? ['ArrowLeft', 'ArrowRight'] : ['ArrowUp', 'ArrowDown'];
    if (key !== less && key !== more) return false;
    this.setShare(this.#share + (key === less ? -keyStep : keyStep));
    return true;
  }
}
