// The notice above the panes, and the failed save below them, where it does not move the text.
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { ViewState } from './viewState.ts';

export interface BannersActions {
  readonly onRetrySave: () => void;
  readonly onChangeProtection: () => void;
  /** Makes groups a plain list of conditions. */
  readonly onFlatten: () => void;
}

interface BannerProps {
  readonly state: ViewState;
  readonly actions: BannersActions;
}

export function NoticeBanner({ state: { notice, isLocked, isProtected }, actions }: BannerProps) {
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
export function FailedSaveBanner({ state: { save, isProtected }, actions }: BannerProps) {
  if (save.state !== 'failed') return null;
  return (
    <div class="banner banner-error">
      <Icon name="error" />
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
      <span>{save.message}</span>
    </div>
  );
}
