import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { followPointer } from '#webview/elements/followPointer.ts';
import { t } from '#webview/elements/translate.ts';

const minWidthPx = 220;
const maxShare = 0.7;
const stepPx = 24;

/** The left edge of the pane, its parent, which it makes wider or narrower. */
export function SidePaneEdge() {
  const edge = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(minWidthPx);
  useLayoutEffect(() => {
    const pane = edge.current?.parentElement;
    if (pane) setWidth(Math.round(widthOf(pane)));
  }, []);

  const resize = (pane: HTMLElement, px: number): void => {
    const allowed = Math.min(Math.max(px, minWidthPx), innerWidth * maxShare);
    pane.style.width = `${allowed}px`;
    setWidth(Math.round(allowed));
  };

  const startDrag = (event: PointerEvent): void => {
    const pane = edge.current?.parentElement;
    if (!pane) return;
    event.preventDefault();
    const widthPx = widthOf(pane);
    followPointer(event, (movedPx) => resize(pane, widthPx - movedPx));
  };

  const handleKey = (key: string, pane: HTMLElement | null): void => {
    const step = key === 'ArrowLeft' ? stepPx : key === 'ArrowRight' ? -stepPx : 0;
    if (pane && step !== 0) resize(pane, widthOf(pane) + step);
  };

  return (
    <div
      ref={edge}
      class="pane-edge"
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={t('Width of the Pane')}
      aria-valuemin={minWidthPx}
      aria-valuemax={Math.round(innerWidth * maxShare)}
      aria-valuenow={width}
      onPointerDown={startDrag}
      onKeyDown={({ key, currentTarget }) => handleKey(key, currentTarget.parentElement)}
    />
  );
}

function widthOf(element: HTMLElement): number {
  return element.getBoundingClientRect().width;
}
