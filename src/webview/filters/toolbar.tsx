// What can be done with the text, above it.
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Button } from '#webview/elements/button.tsx';
import { keyName } from '#webview/elements/keyName.ts';
import { memo } from '#webview/elements/memo.ts';
import { roveFocus } from '#webview/elements/rovingFocus.ts';
import { t } from '#webview/elements/translate.ts';
import type { Layout } from './paneLayout.ts';

export interface ToolbarActions {
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

export const Toolbar = memo(({ layout, isReadonly, actions }: ToolbarProps) => {
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
});

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
