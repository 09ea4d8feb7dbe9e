// Text and structure in one page: one of them alone, or both with an edge between them that can be moved. Where there
// is little room, both stand one above the other.
import { block } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';

export type Layout = 'text' | 'both' | 'structure';

export function isLayout(value: unknown): value is Layout {
  return value === 'text' || value === 'both' || value === 'structure';
}

export interface LayoutState {
  /** Absent until the person chooses: the page goes by its width. */
  readonly layout?: Layout;
  /** The text's part of the whole, from 0 to 1. */
  readonly share?: number;
}

/** Both are shown side by side from this width on, one above the other below it. */
const wideFromPx = 700;
const smallestShare = 0.2;
const step = 0.05;

export class Panes {
  readonly element = block('panes');
  readonly #edge = block('panes-edge');
  readonly #text: HTMLElement;
  readonly #structure: HTMLElement;
  readonly #onChange: (layout: Layout) => void;
  #chosen: Layout | undefined;
  #share: number;
  #present: Layout | undefined;

  /** @param onChange told of the first layout, then of every change that is worth being kept */
  constructor(
    text: HTMLElement,
    structure: HTMLElement,
    { layout, share = 0.5 }: LayoutState,
    onChange: (layout: Layout) => void,
  ) {
    this.#text = text;
    this.#structure = structure;
    this.#chosen = layout;
    this.#share = share;
    this.#onChange = onChange;
    this.element.append(text, this.#edge, structure);
    this.#prepareEdge();
    new ResizeObserver(() => this.#show()).observe(this.element);
  }

  get layout(): Layout {
    return this.#chosen ?? (this.#isWide ? 'both' : 'text');
  }

  get state(): LayoutState {
    return { ...(this.#chosen ? { layout: this.#chosen } : {}), share: this.#share };
  }

  choose(layout: Layout): void {
    this.#chosen = layout;
    this.#show();
  }

  /** To be called once the element is on the page. */
  start(): void {
    this.#show();
  }

  get #isWide(): boolean {
    return innerWidth >= wideFromPx;
  }

  #show(): void {
    // The panes are as wide as the page, whose own width is known before its content is laid out.
    if (innerWidth === 0) return; // a page that nobody sees has no width to go by
    const { layout } = this;
    this.element.classList.toggle('stacked', !this.#isWide);
    this.#text.hidden = layout === 'structure';
    this.#structure.hidden = layout === 'text';
    this.#edge.hidden = layout !== 'both';
    this.#edge.setAttribute('aria-orientation', this.#isWide ? 'vertical' : 'horizontal');
    if (layout === this.#present) return;
    this.#present = layout;
    this.#onChange(layout);
  }

  #setShare(share: number): void {
    this.#share = Math.max(smallestShare, Math.min(1 - smallestShare, share));
    this.element.style.setProperty('--text-share', String(this.#share));
    this.#edge.setAttribute('aria-valuenow', String(Math.round(this.#share * 100)));
  }

  #prepareEdge(): void {
    const edge = this.#edge;
    const attributes = { role: 'separator', 'aria-label': t('Text and structure'), tabindex: '0' };
    for (const [name, value] of Object.entries(attributes)) edge.setAttribute(name, value);
    edge.title = t('Drag to resize');
    this.#setShare(this.#share);
    edge.addEventListener('dblclick', () => this.#setShare(0.5));
    edge.addEventListener('lostpointercapture', () => this.#onChange(this.layout));
    edge.addEventListener('pointerdown', (event) => {
      event.preventDefault();
      edge.setPointerCapture(event.pointerId);
    });
    edge.addEventListener('pointermove', (event) => {
      if (!edge.hasPointerCapture(event.pointerId)) return;
      const { left, top, width, height } = this.element.getBoundingClientRect();
      const isRightToLeft = getComputedStyle(this.element).direction === 'rtl';
      const across = (event.clientX - left) / width;
      const down = (event.clientY - top) / height;
      this.#setShare(this.#isWide ? (isRightToLeft ? 1 - across : across) : down);
    });
    edge.addEventListener('keydown', (event) => {
      const steps: Readonly<Record<string, number>> = this.#isWide
        ? { ArrowLeft: -step, ArrowRight: step }
        : { ArrowUp: -step, ArrowDown: step };
      const by = steps[event.key];
      if (by === undefined) return;
      this.#setShare(this.#share + by);
      this.#onChange(this.layout);
      event.preventDefault();
      event.stopPropagation();
    });
  }
}
