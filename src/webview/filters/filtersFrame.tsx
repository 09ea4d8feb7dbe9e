// The page around the text and the structure: the toolbar, the panes with the edge between them, and the banners.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { keyName } from '#webview/elements/pressedKey.ts';
import { roveFocus } from '#webview/elements/rovingFocus.ts';
import { t } from '#webview/elements/translate.ts';
import type { Layout, PaneLayout } from './paneLayout.ts';
import { type StatusActions, StatusLine } from './statusLine.tsx';
import type { ViewState } from './viewState.ts';

export interface FiltersActions {
  readonly toolbar: ToolbarActions;
  readonly panes: PanesActions;
  readonly status: StatusActions;
  readonly banners: BannersActions;
}

/** The elements that the page's code needs itself. */
export interface FiltersRefs {
  readonly panes: RefObject<HTMLDivElement | null>;
  readonly text: RefObject<HTMLDivElement | null>;
  readonly structure: RefObject<HTMLElement | null>;
}

interface FiltersFrameProps {
  readonly state: ViewState;
  readonly paneLayout: PaneLayout;
  readonly actions: FiltersActions;
  readonly refs: FiltersRefs;
}

export function FiltersFrame({ state, paneLayout, actions, refs }: FiltersFrameProps) {
  return (
    <>
      <h1 class="visually-hidden">{t('Filters')}</h1>
      <Toolbar layout={paneLayout.layout} isReadonly={state.isReadonly} actions={actions.toolbar} />
      <NoticeBanner state={state} actions={actions.banners} />
      <Panes
        paneLayout={paneLayout}
        panesRef={refs.panes}
        textRef={refs.text}
        structureRef={refs.structure}
        actions={actions.panes}
      />
      <FailedSaveBanner state={state} actions={actions.banners} />
      <StatusLine state={state} showsText={paneLayout.layout !== 'structure'} actions={actions.status} />
    </>
  );
}

interface ToolbarActions {
  readonly onFormat: () => void;
  readonly onFind: () => void;
  readonly onOpenAsText: () => void;
  readonly onLayout: (layout: Layout) => void;
}

interface ToolbarProps {
  readonly layout: Layout;
  readonly isReadonly: boolean;
  readonly actions: ToolbarActions;
}

function Toolbar({ layout, isReadonly, actions }: ToolbarProps) {
  const toolbar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (toolbar.current) roveFocus(toolbar.current);
  }, []);
  return (
    <div ref={toolbar} class="toolbar" role="toolbar" aria-label={t('Filters')}>
      <Button
        icon="format"
        label={t('Format')}
        title={t('Format ({0})', keyName('Shift+Alt+F'))}
        showsLabel
        disabled={isReadonly}
        onClick={actions.onFormat}
      />
      <Button
        icon="find"
        label={t('Find')}
        title={t('Find ({0})', keyName('Mod+F'))}
        showsLabel
        onClick={actions.onFind}
      />
      <div class="space" />
      <LayoutButtons layout={layout} onLayout={actions.onLayout} />
      <Button
        icon="text"
        label={t('Open as Text')}
        title={t('Open in the Text Editor')}
        showsLabel
        onClick={actions.onOpenAsText}
      />
    </div>
  );
}

interface LayoutButtonsProps {
  readonly layout: Layout;
  readonly onLayout: (layout: Layout) => void;
}

function LayoutButtons({ layout, onLayout }: LayoutButtonsProps) {
  const layouts: readonly (readonly [Layout, string, string])[] = [
    ['text', t('Text'), t('Show the Text')],
    ['both', t('Both'), t('Show the Text and the Structure')],
    ['structure', t('Structure'), t('Show the Structure')],
  ];
  return (
    <div class="layouts" role="group" aria-label={t('View')}>
      {layouts.map(([each, label, title]) => (
        <Button
          key={each}
          label={label}
          title={title}
          showsLabel
          isPressed={each === layout}
          onClick={() => onLayout(each)}
        />
      ))}
    </div>
  );
}

interface PanesActions {
  /** The edge was moved: to a share of the page from 0 to 1, or by a key. */
  readonly onShare: (share: number) => void;
  /** Returns whether the key moved the edge. */
  readonly onEdgeKey: (key: string) => boolean;
  /** The edge was released. */
  readonly onShareEnd: () => void;
}

interface PanesProps {
  readonly paneLayout: PaneLayout;
  readonly panesRef: RefObject<HTMLDivElement | null>;
  /** Empty; the text editor goes there. */
  readonly textRef: RefObject<HTMLDivElement | null>;
  /** Empty; the structure is rendered there. */
  readonly structureRef: RefObject<HTMLElement | null>;
  readonly actions: PanesActions;
}

function Panes({ paneLayout, panesRef, textRef, structureRef, actions }: PanesProps) {
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

interface BannersActions {
  readonly onRetrySave: () => void;
  readonly onChangeProtection: () => void;
  /** Makes groups a plain list of conditions. */
  readonly onFlatten: () => void;
}

interface BannerProps {
  readonly state: ViewState;
  readonly actions: BannersActions;
}

function NoticeBanner({ state: { notice, isLocked, isProtected }, actions }: BannerProps) {
  if (notice === undefined) return null;
  return (
    <div class="banner">
      <Icon name={isLocked ? 'lock' : 'info'} />
      <span>{notice}</span>
      {isProtected && (
        <button type="button" class="link" onClick={actions.onChangeProtection}>
          {t('Change Protection…')}
        </button>
      )}
    </div>
  );
}

/** Its buttons come first: VS Code's messages cover the end of the line. */
function FailedSaveBanner({ state: { save, isProtected }, actions }: BannerProps) {
  if (save.state !== 'failed') return null;
  return (
    <div class="banner banner-error">
      <Icon name="error" />
      {!isProtected && save.canRetry && (
        <button type="button" class="link" onClick={actions.onRetrySave}>
          {t('Retry')}
        </button>
      )}
      {save.canFlatten && (
        <button type="button" class="link" onClick={actions.onFlatten}>
          {t('Make a Plain List')}
        </button>
      )}
      <span>{save.message}</span>
    </div>
  );
}
