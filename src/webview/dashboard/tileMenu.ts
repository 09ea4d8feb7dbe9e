// The menu of a tile.
import type { DashboardHeader, TileView } from '#protocol/dashboardMessages.ts';
import { copyPicture, type Drawn } from '#webview/charts/copyPicture.ts';
import type { MenuItem } from '#webview/elements/menu.tsx';
import { t } from '#webview/elements/translate.ts';
import { postDashboard } from './connectHost.ts';

interface MenuContext {
  readonly tile: TileView;
  readonly header: DashboardHeader;
  readonly onNotice: (text: string) => void;
  readonly hasTable: boolean;
  readonly isTable: boolean;
  readonly picture: Drawn | undefined;
  readonly setTable: (isTable: boolean) => void;
}

/** Empty if nothing can be done with the tile. */
export function tileMenu(context: MenuContext): readonly MenuItem[] {
  const { tile, header, hasTable, isTable, picture, onNotice, setTable } = context;
  const on = (action: 'move' | 'openInBrowser' | 'openAsTable' | 'copyCsv' | 'copyMarkdown') => () =>
    postDashboard({ type: 'tile', action, tile: tile.id });
  const copy = async (): Promise<void> => {
    if (picture) onNotice(await copyPicture(picture, tile.title));
  };
  return [
    ...(hasTable
      ? [
          { label: isTable ? t('Show as Chart') : t('Show as Table'), run: () => setTable(!isTable) },
          { label: t('Open Data as Table'), run: on('openAsTable') },
          {
            label: t('Copy as Picture'),
            disabledReason: picture ? undefined : t('There is no chart to copy.'),
            startsGroup: true,
            run: () => void copy(),
          },
          { label: t('Copy as CSV'), run: on('copyCsv') },
          { label: t('Copy as Markdown'), run: on('copyMarkdown') },
        ]
      : []),
    ...(header.deletion
      ? []
      : [
          {
            label: t('Move to Dashboard…'),
            disabledReason: header.readonlyReason,
            startsGroup: hasTable,
            run: on('move'),
          },
          {
            label: t('Open in Browser'),
            disabledReason: header.hasWebPage ? undefined : t('The sample data has no web page.'),
            run: on('openInBrowser'),
          },
        ]),
  ];
}
