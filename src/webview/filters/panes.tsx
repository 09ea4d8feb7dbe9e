// Text and structure: one of them alone, or both with an edge between them that can be moved.
import type { RefObject } from 'preact';
import { t } from '#webview/elements/translate.ts';
import type { PaneLayout } from './paneLayout.ts';

export interface PanesActions {
  /** The edge was moved: to a share of the page from 0 to 1, or by a key. */
  readonly onShare: (share: number) => void;
  /** Returns whether the key moved the edge. */
  readonly onEdgeKey: (key: string) => boolean;
  /** The edge was released. */
  readonly onShareEnd: () => void;
}

export interface PanesProps {
  readonly paneLayout: PaneLayout;
  readonly panesRef: RefObject<HTMLDivElement | null>;
  /** Empty; the text editor goes there. */
  readonly textRef: RefObject<HTMLDivElement | null>;
  /** Empty; the structure is rendered there. */
  readonly structureRef: RefObject<HTMLElement | null>;
  readonly actions: PanesActions;
}

export function Panes({ paneLayout, panesRef, textRef, structureRef, actions }: PanesProps) {
  const { layout, share, isSideBySide } = paneLayout;
  return (
    <div
      ref={panesRef}
      class={isSideBySide ? 'panes' : 'panes stacked'}
      style={{ '--text-share': String(share) }}
    >
      <div ref={textRef} class="pane" hidden={layout === 'structure'} />
      <PanesEdge share={share} isSideBySide={isSideBySide} isHidden={layout !== 'both'} actions={actions} />
      <section ref={structureRef} class="structure" aria-label={t('Structure')} hidden={layout === 'text'} />
    </div>
  );
}

interface PanesEdgeProps {
  readonly share: number;
  readonly isSideBySide: boolean;
  readonly isHidden: boolean;
  readonly actions: PanesActions;
}

function PanesEdge({ share, isSideBySide, isHidden, actions }: PanesEdgeProps) {
  const drag = (event: PointerEvent, edge: HTMLElement): void => {
    const panes = edge.parentElement;
    if (panes && edge.hasPointerCapture(event.pointerId))
      actions.onShare(shareAt(panes, event, isSideBySide));
  };
  return (
    <div
      class="panes-edge"
      role="separator"
      tabIndex={0}
      hidden={isHidden}
      title={t('Drag to Resize')}
      aria-label={t('Text and Structure')}
      aria-orientation={isSideBySide ? 'vertical' : 'horizontal'}
      aria-valuenow={Math.round(share * 100)}
      onDblClick={() => actions.onShare(0.5)}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => drag(event, event.currentTarget)}
      onLostPointerCapture={actions.onShareEnd}
      onKeyDown={(event) => {
        if (!actions.onEdgeKey(event.key)) return;
        event.preventDefault();
        event.stopPropagation();
      }}
    />
  );
}

/** The share of the text that puts the edge at the pointer. */
function shareAt(panes: HTMLElement, { clientX, clientY }: PointerEvent, isSideBySide: boolean): number {
  const { left, top, width, height } = panes.getBoundingClientRect();
  return isSideBySide ? (clientX - left) / width : (clientY - top) / height;
}
