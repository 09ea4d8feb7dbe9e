// The rows of the grid: those of the view, or of a grouped view the open groups and their rows.
import type { RowGroups, RowPlace, RowSpan } from './rowGroups.ts';

export class ShownRows {
  /** Rows of the view. */
  viewRows = 0;
  /** Undefined where each row of the grid is one of the view. */
  groups: RowGroups | undefined;

  get gridRows(): number {
    return this.groups?.gridRows ?? this.viewRows;
  }

  /** Undefined for the header. */
  placeOf(gridRow: number): RowPlace | undefined {
    if (gridRow < 0) return undefined;
    return this.groups?.placeOf(gridRow) ?? { kind: 'row', row: gridRow, number: gridRow + 1 };
  }

  /** The row of the view that a grid row shows; undefined for the header and for a group. */
  viewRowAt(gridRow: number): number | undefined {
    const place = this.placeOf(gridRow);
    return place?.kind === 'row' ? place.row : undefined;
  }

  /** The grid row that shows a row of the view, or its closed group. */
  gridRowOf(viewRow: number): number {
    return this.groups?.gridRowOf(viewRow) ?? viewRow;
  }

  /** The rows of the view that grid rows show. */
  shownIn(span: RowSpan): readonly RowSpan[] {
    if (this.groups) return this.groups.shownIn(span);
    return span.to > span.from ? [span] : [];
  }

  /** The rows of the view from one grid row to another, those of closed groups included. */
  spanOf(span: RowSpan): RowSpan {
    return this.groups?.spanOf(span) ?? span;
  }
}
