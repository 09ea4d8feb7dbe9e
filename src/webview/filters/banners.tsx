// Banners above the panes: read-only notice and failed save.
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { ViewState } from './viewState.ts';

export interface BannersActions {
  readonly onRetrySave: () => void;
  readonly onChangeProtection: () => void;
  /** Makes groups a plain list of conditions. */
  readonly onFlatten: () => void;
}

interface BannersProps extends Pick<ViewState, 'notice' | 'isProtected' | 'save'> {
  readonly actions: BannersActions;
}

export function Banners({ notice, isProtected, save, actions }: BannersProps) {
  return (
    <>
      {notice !== undefined && (
        <div class="banner">
          <Icon name="lock" />
          <span>{notice}</span>
          {isProtected && (
            <button type="button" class="link" onClick={actions.onChangeProtection}>
              {t('Change Protection…')}
            </button>
          )}
        </div>
      )}
      {save.state === 'failed' && (
        <div class="banner banner-error">
          <Icon name="error" />
          <span>{save.message}</span>
          {!isProtected && (
            <button type="button" class="link" onClick={actions.onRetrySave}>
              {t('Retry')}
            </button>
          )}
          {save.canFlatten && (
            <button type="button" class="link" onClick={actions.onFlatten}>
              {t('Make a Plain List')}
            </button>
          )}
        </div>
      )}
    </>
  );
}
