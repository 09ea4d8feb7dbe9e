// A banner for a file that changed after it was read, or that could not be read to its end.
import type { RefObject } from 'preact';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { t } from '#webview/elements/translate.ts';
import type { FileState } from '#webview/table/state/tableState.ts';

interface FileBannerProps {
  readonly fileState: FileState;
  readonly onReload: () => void;
  /** Takes the focus from the button, which goes once it is pressed. */
  readonly grid: RefObject<HTMLElement | null>;
}

export function FileBanner({ fileState, onReload, grid }: FileBannerProps) {
  const reload = (): void => {
    onReload();
    grid.current?.focus();
  };
  return (
    <div class="banner" role="status" hidden={fileState === 'same'}>
      <Icon name="warning" />
      {fileState === 'gone' && <span>{t('The file was deleted. The table shows its last contents.')}</span>}
      {(fileState === 'changed' || fileState === 'broken') && (
        <>
          <span>
            {fileState === 'changed'
              ? t('The file has changed. Reload it to see its current contents.')
              : t('The file was not read to its end. Reload it to try again.')}
          </span>
          <Button icon="refresh" label={t('Reload')} showsLabel onClick={reload} />
        </>
      )}
    </div>
  );
}
