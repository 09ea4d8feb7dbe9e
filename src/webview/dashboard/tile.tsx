// One tile: its title, the age of its result, its menu, and what it holds.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TileBox } from '#insights/tileLayout.ts';
import { hasDataTable } from '#insights/dataTable.ts';
import type { DashboardHeader, TileView } from '#protocol/dashboardMessages.ts';
import { formatAgoShort, formatDateTime } from '#text/formatTime.ts';
import { Button } from '#webview/elements/button.tsx';
import { openMenu } from '#webview/elements/menu.tsx';
import type { MenuItem } from '#webview/elements/menuItem.ts';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import { copyPicture, type Drawn, drawnIn } from '#webview/charts/copyPicture.ts';
import { TableButton } from '#webview/charts/dataTable/tableButton.tsx';
import type { HostLink } from './connectHost.ts';
import { TileBody } from './tileBody.tsx';
import type { VisibilityWatch } from './visibilityWatch.ts';

interface TileProps {
  readonly tile: TileView;
  readonly box: TileBox;
  /** Asked for in the tree. */
  readonly isShown: boolean;
  readonly header: DashboardHeader;
  readonly visibility: VisibilityWatch;
  readonly link: HostLink;
  readonly onNotice: (text: string) => void;
}

export function Tile({ tile, box, isShown, header, visibility, link, onNotice }: TileProps) {
  const root = useRef<HTMLElement>(null);
  const [isSeen, setSeen] = useState(false);
  const [isTable, setTable] = useState(false);
  useEffect(() => (root.current ? visibility.whenSeen(root.current, () => setSeen(true)) : undefined), []);
  useLayoutEffect(() => {
    if (root.current) place(root.current, box);
  }, [box]);
  const { model, title } = tile;
  const hasTable = hasDataTable(model);
  const openTileMenu = (button: HTMLElement): void => {
    const picture = root.current ? drawnIn(root.current) : undefined;
    const items = menuOf({ tile, header, hasTable, isTable, link, picture, onNotice, setTable });
    openMenu(title, items, button.getBoundingClientRect(), () => button.focus());
  };
  return (
    <article
      class={`tile ${model.kind}-tile`}
      ref={root}
      tabIndex={-1}
      aria-label={title}
      aria-current={isShown ? 'true' : undefined}
    >
      <TileHead tile={tile}>
        {hasTable && <TableButton title={title} isTable={isTable} onToggle={setTable} />}
        <MoreButton title={title} onOpen={openTileMenu} />
      </TileHead>
      {isSeen ? (
        <TileBody
          tile={tile}
          isTable={isTable}
          hasWebPage={header.hasWebPage}
          onOpenInBrowser={() => link.post({ type: 'tile', action: 'openInBrowser', tile: tile.id })}
        />
      ) : (
        <div class="tile-body" />
      )}
    </article>
  );
}

interface TileHeadProps {
  readonly tile: TileView;
  /** The tile's buttons. */
  readonly children: ComponentChildren;
}

/** A narrow tile shows the age of its result only on hover. */
function TileHead({ tile, children }: TileHeadProps) {
  const { title, description } = tile;
  const age = ageOf(tile, useNow());
  return (
    <div class="tile-head">
      <h2 title={[description || title, ...(age ? [age.sentence] : [])].join('\n')}>{title}</h2>
      {age && (
        <span class="faint age" title={age.sentence}>
          {age.text}
        </span>
      )}
      <div class="tile-actions">{children}</div>
    </div>
  );
}

/** Sets properties, because the page's policy allows no style attribute. */
function place({ style }: HTMLElement, { x, y, w, h }: TileBox): void {
  style.setProperty('--column', `${x + 1} / span ${w}`);
  style.setProperty('--row', `${y + 1} / span ${h}`);
  style.setProperty('--rows', String(h));
}

/** Undefined for what is not computed, such as a text. */
function ageOf({ model, computedAt }: TileView, now: number) {
  if (computedAt !== undefined)
    return {
      text: formatAgoShort(computedAt, now),
      sentence: t('Computed {0}', formatDateTime(computedAt)),
    };
  if (!hasDataTable(model) && model.kind !== 'unknown') return undefined;
  const text = t('Age unknown');
  return { text, sentence: t('The service does not say when this was computed.') };
}

function MoreButton({
  title,
  onOpen,
}: {
  readonly title: string;
  readonly onOpen: (button: HTMLElement) => void;
}) {
  const label = t('More Actions for {0}', title);
  const holder = useRef<HTMLSpanElement>(null);
  const open = (): void => {
    const button = holder.current?.querySelector('button');
    if (button) onOpen(button);
  };
  return (
    <span ref={holder}>
      <Button icon="more" label={label} title={t('More Actions')} onClick={open} />
    </span>
  );
}

interface MenuContext extends Pick<TileProps, 'tile' | 'header' | 'link' | 'onNotice'> {
  readonly hasTable: boolean;
  readonly isTable: boolean;
  readonly picture: Drawn | undefined;
  readonly setTable: (isTable: boolean) => void;
}

function menuOf(context: MenuContext): readonly MenuItem[] {
  const { tile, header, hasTable, isTable, link, picture, onNotice, setTable } = context;
  const on = (action: 'move' | 'openInBrowser' | 'openAsTable' | 'copyCsv' | 'copyMarkdown') => () =>
    link.post({ type: 'tile', action, tile: tile.id });
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
  ];
}
