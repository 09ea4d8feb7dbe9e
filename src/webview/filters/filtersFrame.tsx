// The page around the text and the structure.
import type { RefObject } from 'preact';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { PaneLayout } from './paneLayout.ts';
import { Panes, type PanesActions } from './panes.tsx';
import { StatusLine, type StatusActions } from './statusLine.tsx';
import { Toolbar, type ToolbarActions } from './toolbar.tsx';
import type { ViewState } from './viewState.ts';

export interface FiltersActions {
  readonly toolbar: ToolbarActions;
  readonly panes: PanesActions;
  readonly status: StatusActions;
  readonly onRetrySave: () => void;
  /** Makes groups a plain list of conditions. */
  readonly onFlatten: () => void;
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
  const { isReadonly, notice, save } = state;
  return (
    <>
      <h1 class="visually-hidden">{t('Filters')}</h1>
      <Toolbar layout={paneLayout.layout} isReadonly={isReadonly} actions={actions.toolbar} />
      {notice !== undefined && (
        <div class="banner">
          <Icon name="lock" />
          <span>{notice}</span>
        </div>
      )}
      {save.state === 'failed' && (
        <div class="banner banner-error">
          <Icon name="error" />
          <span>{save.message}</span>
          <button type="button" class="link" onClick={actions.onRetrySave}>
            {t('Retry')}
          </button>
          {save.canFlatten && (
            <button type="button" class="link" onClick={actions.onFlatten}>
              {t('Make a Plain List')}
            </button>
          )}
        </div>
      )}
      <Panes
        paneLayout={paneLayout}
        panesRef={refs.panes}
        textRef={refs.text}
        structureRef={refs.structure}
        actions={actions.panes}
      />
      <StatusLine state={state} actions={actions.status} />
    </>
  );
}
