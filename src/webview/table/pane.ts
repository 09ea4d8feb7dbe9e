// The pane beside the grid. It shows one thing at a time: a person, a column's summary, the columns, or the problems.
import { block, button } from '#webview/elements/controls.ts';
import { t } from '#webview/elements/translate.ts';
import { words } from './tableElements.ts';

export type PaneKind = 'person' | 'summary' | 'columns' | 'problems';

export interface Pane {
  readonly element: HTMLElement;
  readonly kind: PaneKind | undefined;
  /** Replaces what was shown; the focus stays where it is. */
  show(kind: PaneKind, title: string, ...content: readonly Node[]): void;
  close(): void;
  focus(): void;
}

const narrowestPx = 220;

export function createPane(onClose: () => void): Pane {
  let kind: PaneKind | undefined;
  const title = words('h2', '', 'pane-title');
  title.id = 'pane-title';
  const content = block('pane-content');
  content.tabIndex = 0;
  content.setAttribute('role', 'group');
  content.setAttribute('aria-labelledby', title.id);
  const element = document.createElement('aside');
  element.className = 'pane';
  element.setAttribute('aria-labelledby', title.id);
  element.hidden = true;
  const close = () => {
    kind = undefined;
    element.hidden = true;
    content.replaceChildren();
    onClose();
  };
  const head = block(
    'pane-head',
    title,
    button({ icon: 'close', label: t('Close'), title: t('Close (Escape)'), run: close }),
  );
  element.append(createEdge(element), head, content);
  element.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') close();
  });
  return {
    element,
    get kind() {
      return kind;
    },
    show(now, text, ...nodes) {
      const isSame = kind === now;
      kind = now;
      title.textContent = text;
      title.title = text;
      content.replaceChildren(...nodes);
      if (!isSame) content.scrollTop = 0;
      element.hidden = false;
    },
    close,
    focus: () => content.focus(),
  };
}

/** The left edge, by which the pane is made wider. */
function createEdge(pane: HTMLElement): HTMLElement {
  const edge = block('pane-edge');
  edge.tabIndex = 0;
  edge.setAttribute('role', 'separator');
  edge.setAttribute('aria-orientation', 'vertical');
  edge.ariaLabel = t('Width of the Pane');
  const setWidth = (px: number) => {
    const width = Math.min(Math.max(px, narrowestPx), innerWidth * 0.7);
    pane.style.width = `${width}px`;
    edge.setAttribute('aria-valuenow', String(Math.round(width)));
  };
  edge.addEventListener('pointerdown', (event) => {
    event.preventDefault();
    const start = pane.getBoundingClientRect().width + event.clientX;
    const move = ({ clientX }: PointerEvent) => setWidth(start - clientX);
    addEventListener('pointermove', move);
    addEventListener('pointerup', () => removeEventListener('pointermove', move), { once: true });
  });
  edge.addEventListener('keydown', ({ key }) => {
    const step = key === 'ArrowLeft' ? 24 : key === 'ArrowRight' ? -24 : 0;
    if (step !== 0) setWidth(pane.getBoundingClientRect().width + step);
  });
  return edge;
}
