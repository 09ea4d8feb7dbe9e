// The page around the text and the structure.
import type { RefObject } from 'preact';
import { t } from '#webview/elements/translate.ts';
import { FailedSaveBanner, NoticeBanner, type BannersActions } from './banners.tsx';
import type { PaneLayout } from './paneLayout.ts';
import { Panes, type PanesActions } from './panes.tsx';
import { StatusLine, type StatusActions } from './statusLine.tsx';
import { Toolbar, type ToolbarActions } from './toolbar.tsx';
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
