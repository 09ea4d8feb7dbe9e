// Draws a tile's content by its type. An error while drawing affects this tile only.
import { useErrorBoundary, useMemo, useRef } from 'preact/hooks';
import type { ChartModel, ModelOf, UnknownModel } from '#insights/chartModel.ts';
import { toDataTable } from '#insights/dataTable.ts';
import type { TileView } from '#protocol/dashboardMessages.ts';
import { displayText } from '#text/displayText.ts';
import { t } from '#webview/elements/translate.ts';
import { Funnel } from '#webview/charts/funnel.tsx';
import { NumberTile } from '#webview/charts/numberTile.tsx';
import { Paths } from '#webview/charts/paths.tsx';
import { Pie } from '#webview/charts/pie.tsx';
import { Retention } from '#webview/charts/retention.tsx';
import { SeriesTile } from '#webview/charts/seriesTile.tsx';
import { SliceBars } from '#webview/charts/sliceBars.tsx';
import { DataTableView } from '#webview/charts/dataTable/dataTableView.tsx';
import { drawingNotes } from './drawingNotes.ts';
import { leftOutNotes } from './leftOutNotes.ts';
import { TextTile } from './textTile.tsx';

interface TileBodyProps {
  readonly tile: TileView;
  readonly isTable: boolean;
  readonly hasWebPage: boolean;
  readonly onOpenInBrowser: () => void;
}

export function TileBody(props: TileBodyProps) {
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

function Content({ tile, isTable, hasWebPage, onOpenInBrowser }: TileBodyProps) {
  const { model, title } = tile;
  const table = useMemo(() => toDataTable(model, t), [model]);
  if (isTable && table) return <DataTableView table={table} label={title} style={styleOf(model)} />;
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
      return table ? <DataTableView table={table} label={title} style={model.style} /> : null;
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
          sentence={emptySentence(model, hasWebPage)}
          onOpen={hasWebPage && model.reason !== 'noData' ? onOpenInBrowser : undefined}
        />
      );
  }
}

/** A longer one may need to be scrolled, also by keys. */
const longSentence = 120;

interface BrowserNoteProps {
  readonly sentence: string;
  /** Opens the tile in the browser; undefined where there is no such page, or nothing more to see. */
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

function styleOf(model: ChartModel) {
  return 'style' in model ? model.style : undefined;
}

function widgetSentence(name: string, hasWebPage: boolean): string {
  return hasWebPage ? t('Widget “{0}”. Open it in the browser.', name) : t('Widget “{0}”', name);
}

function emptySentence({ reason, message }: ModelOf<'empty'>, hasWebPage: boolean): string {
  switch (reason) {
    case 'notComputed':
      return hasWebPage ? t('Not computed. Open it in the browser to compute it.') : t('Not computed.');
    case 'failed':
      return t('The service could not compute it: {0}', message);
    case 'noData':
      return t('No data for this period.');
    case 'noContent':
      return t('This tile is empty.');
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
