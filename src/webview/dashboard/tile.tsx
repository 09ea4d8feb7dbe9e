// One tile: its title, the age of its result, its menu, and what it holds.
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { TileBox } from '#insights/tileLayout.ts';
import { hasDataTable } from '#insights/dataTable.ts';
import type { DashboardHeader, TileView } from '#protocol/dashboardMessages.ts';
import { formatAgoShort, formatDateTime } from '#text/formatTime.ts';
import { Button } from '#webview/elements/button.tsx';
import { openMenu } from '#webview/elements/menu.tsx';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import { drawnIn } from '#webview/charts/copyPicture.ts';
import { TableButton } from '#webview/charts/dataTable/tableButton.tsx';
import type { HostLink } from './connectHost.ts';
import { TileBody } from './tileBody.tsx';
import { tileMenu } from './tileMenu.ts';
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
    const items = tileMenu({ tile, header, hasTable, isTable, link, picture, onNotice, setTable });
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
