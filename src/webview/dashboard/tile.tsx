// One tile: its title, the age of its result, its menu, and what it holds.
import type { ComponentChildren, RefObject } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState, useErrorBoundary, useMemo } from 'preact/hooks';
import type { ChartModel, ModelOf, UnknownModel } from '#insights/chartModel.ts';
import { hasDataTable } from '#insights/dataTable.ts';
import type { TileBox } from '#insights/tileLayout.ts';
import type { DashboardHeader, TileView } from '#protocol/dashboardMessages.ts';
import { displayText } from '#text/displayText.ts';
import { formatAgoShort, formatDateTime } from '#text/formatTime.ts';
import { drawnIn } from '#webview/charts/copyPicture.ts';
import { ModelTable } from '#webview/charts/dataTable/modelTable.tsx';
import { TableButton } from '#webview/charts/dataTable/tableButton.tsx';
import { Funnel } from '#webview/charts/kinds/funnel.tsx';
import { NumberTile } from '#webview/charts/kinds/numberTile.tsx';
import { Paths } from '#webview/charts/kinds/paths.tsx';
import { Pie } from '#webview/charts/kinds/pie.tsx';
import { Retention } from '#webview/charts/kinds/retention.tsx';
import { SeriesTile } from '#webview/charts/kinds/seriesTile.tsx';
import { SliceBars } from '#webview/charts/kinds/sliceBars.tsx';
import { SeriesMemoryContext } from '#webview/charts/useHiddenSeries.ts';
import { Button } from '#webview/elements/button.tsx';
import { openMenu } from '#webview/elements/menu.tsx';
import { t } from '#webview/elements/translate.ts';
import { useNow } from '#webview/elements/useNow.ts';
import { postDashboard } from './connectHost.ts';
import type { PageMemory } from './pageMemory.ts';
import { TextTile } from './textTile.tsx';
import { tileMenu } from './tileMenu.ts';
import { drawingNotes, leftOutNotes } from './tileNotes.ts';

interface TileProps {
  readonly tile: TileView;
  readonly box: TileBox;
  /** Asked for in the tree. */
  readonly isShown: boolean;
  readonly header: DashboardHeader;
  readonly memory: PageMemory;
  readonly onNotice: (text: string) => void;
}

export function TileCard({ tile, box, isShown, header, memory, onNotice }: TileProps) {
  const root = useRef<HTMLElement>(null);
  const isSeen = useSeen(root);
  const [isTable, showTable] = useState(() => memory.isTable(tile.id));
  const series = useMemo(() => memory.seriesOf(tile.id), [memory, tile.id]);
  const setTable = (isOn: boolean): void => {
    showTable(isOn);
    memory.keepTable(tile.id, isOn);
  };
  useLayoutEffect(() => {
    if (root.current) place(root.current, box);
  }, [box]);
  const { model, title } = tile;
  const hasTable = hasDataTable(model);
  const hasMenu = hasTable || !header.deletion;
  const openTileMenu: OpenMenuAt = (at, focused) => {
    const picture = root.current ? drawnIn(root.current) : undefined;
    const items = tileMenu({ tile, header, hasTable, isTable, picture, onNotice, setTable });
    openMenu(title, items, at, () => focused instanceof HTMLElement && focused.focus());
  };
  return (
    <article
      class={`tile ${model.kind}-tile`}
      ref={root}
      tabIndex={-1}
      aria-label={title}
      aria-current={isShown ? 'true' : undefined}
      onContextMenu={(event) => hasMenu && openAtPointer(event, openTileMenu)}
    >
      <TileHead tile={tile}>
        {hasTable && <TableButton title={title} isTable={isTable} onToggle={setTable} />}
        {hasMenu && <MoreButton title={title} onOpen={openTileMenu} />}
      </TileHead>
      {isSeen ? (
        <SeriesMemoryContext.Provider value={series}>
          <TileBody
            tile={tile}
            isTable={isTable}
            hasWebPage={header.hasWebPage && !header.deletion}
            isDeleted={header.deletion !== undefined}
            onOpenInBrowser={() => postDashboard({ type: 'tile', action: 'openInBrowser', tile: tile.id })}
          />
        </SeriesMemoryContext.Provider>
      ) : (
        <div class="tile-body" />
      )}
    </article>
  );
}

type OpenMenuAt = (at: DOMRect, focused: Element | null) => void;

/** Selected text has a menu of its own. */
function openAtPointer(event: MouseEvent, open: OpenMenuAt): void {
  if ((getSelection()?.toString() ?? '') !== '') return;
  event.preventDefault();
  open(new DOMRect(event.clientX, event.clientY), document.activeElement);
}

/** How far out of sight a tile is drawn ahead. */
const nearby = '200px 0px';

/** Whether an element is or was in sight, or nearly. */
function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false);
  useEffect(() => {
    if (!element.current || isSeen) return undefined;
    const see = (entries: readonly IntersectionObserverEntry[]) =>
      setSeen(entries.some(({ isIntersecting }) => isIntersecting));
    const observer = new IntersectionObserver(see, { rootMargin: nearby });
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [isSeen]);
  return isSeen;
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

interface MoreButtonProps {
  readonly title: string;
  readonly onOpen: OpenMenuAt;
}

function MoreButton({ title, onOpen }: MoreButtonProps) {
  const label = t('More Actions for {0}', title);
  const open = (button: HTMLElement): void => onOpen(button.getBoundingClientRect(), button);
  return <Button icon="more" label={label} title={t('More Actions')} onClick={open} />;
}

// Draws a tile's content by its type. An error while drawing affects this tile only.
interface TileBodyProps {
  readonly tile: TileView;
  readonly isTable: boolean;
  readonly hasWebPage: boolean;
  readonly isDeleted: boolean;
  readonly onOpenInBrowser: () => void;
}

function TileBody(props: TileBodyProps) {
  const { model } = props.tile;
  /** A new object for each result and form: a new one may not have the error. */
  const drawn = useMemo(() => ({}), [model, props.isTable]);
  const failed = useRef<object | undefined>(undefined);
  const [error, reset] = useErrorBoundary(() => {
    failed.current = drawn;
  });
  if (error !== undefined && failed.current === drawn) {
    const message = error instanceof Error ? error.message : String(error);
    return (
      <div class="tile-body">
        <div class="nothing">
          <p>{t('Could not draw this tile: {0}', message)}</p>
          <button type="button" class="button secondary" onClick={reset}>
            {t('Retry')}
          </button>
        </div>
      </div>
    );
  }
  return (
    <>
      <div class="tile-body">
        <Content {...props} />
      </div>
      <Notes model={model} isTable={props.isTable} />
    </>
  );
}

/** An error in it is caught by the tile, too. */
function Notes({ model, isTable }: { readonly model: ChartModel; readonly isTable: boolean }) {
  const notes = [...leftOutNotes(model), ...(isTable ? [] : drawingNotes(model))];
  return notes.length > 0 ? <p class="faint notes">{notes.join(' ')}</p> : null;
}

function Content({ tile, isTable, hasWebPage, isDeleted, onOpenInBrowser }: TileBodyProps) {
  const { model, title } = tile;
  if (isTable && hasDataTable(model)) return <ModelTable model={model} title={title} />;
  switch (model.kind) {
    case 'series':
    case 'lifecycle':
      return <SeriesTile model={model} title={title} />;
    case 'number':
      return <NumberTile model={model} title={title} />;
    case 'bars':
    case 'worldMap':
      return <SliceBars model={model} title={title} />;
    case 'pie':
      return <Pie model={model} title={title} />;
    case 'funnel':
      return <Funnel model={model} title={title} />;
    case 'retention':
      return <Retention model={model} title={title} />;
    case 'paths':
      return <Paths model={model} title={title} />;
    case 'table':
      return <ModelTable model={model} title={title} />;
    case 'text':
      return <TextTile text={model.body} />;
    case 'widget':
      return (
        <BrowserNote
          sentence={widgetSentence(model.name || model.type, hasWebPage)}
          onOpen={hasWebPage ? onOpenInBrowser : undefined}
        />
      );
    case 'button':
      return <LinkButton text={model.text} url={model.url} />;
    case 'unknown':
      return <Unknown {...model} />;
    case 'empty':
      return (
        <BrowserNote
          sentence={emptySentence(model, hasWebPage, isDeleted)}
          onOpen={hasWebPage && model.reason !== 'noData' ? onOpenInBrowser : undefined}
        />
      );
  }
}

/** A longer one may need to be scrolled, also by keys. */
const longSentence = 120;

interface BrowserNoteProps {
  readonly sentence: string;
  /** Opens the tile in the browser; undefined if there is no such page, or nothing more to see. */
  readonly onOpen: (() => void) | undefined;
}

function BrowserNote({ sentence, onOpen }: BrowserNoteProps) {
  return (
    <div class="nothing" tabIndex={sentence.length > longSentence ? 0 : undefined}>
      <p>{sentence}</p>
      {onOpen && (
        <button type="button" class="button secondary" onClick={onOpen}>
          {t('Open in Browser')}
        </button>
      )}
    </div>
  );
}

function widgetSentence(name: string, hasWebPage: boolean): string {
  return hasWebPage ? t('Widget “{0}”. Open it in the browser.', name) : t('Widget “{0}”', name);
}

export function emptySentence(
  { reason, message }: ModelOf<'empty'>,
  hasWebPage: boolean,
  isDeleted: boolean,
): string {
  switch (reason) {
    case 'notComputed':
      return hasWebPage ? t('Not computed. Open it in the browser to compute it.') : t('Not computed.');
    case 'running':
      return isDeleted
        ? t('Restore the dashboard to see it.')
        : t('The service is computing it. Refresh the dashboard to see it.');
    case 'failed':
      return message === ''
        ? t('The service could not compute it.')
        : t('The service could not compute it: {0}', message);
    case 'noData':
      return t('No data for this period.');
    case 'noContent':
      return t('This tile is empty.');
    case 'deleted':
      return t('Restore the dashboard to see it.');
  }
}

function LinkButton({ text, url }: { readonly text: string; readonly url: string }) {
  const isLink = /^https?:\/\//i.test(url);
  const words = text || displayText(url);
  return <p class="nothing">{isLink ? <a href={url}>{words}</a> : t('Button “{0}”', words)}</p>;
}

function Unknown({ why, json, isCut }: UnknownModel) {
  return (
    <div class="unknown">
      <p>
        {why === 'shape'
          ? t('This result has a format that cannot be drawn.')
          : t(
              'This result has a value that cannot be drawn: a negative count, text, or a number that is too large.',
            )}
      </p>
      <details>
        <summary>{t('Show JSON')}</summary>
        <pre tabIndex={0}>{isCut ? `${json}…` : json}</pre>
      </details>
    </div>
  );
}
