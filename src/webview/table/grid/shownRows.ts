// The rows of the grid: those of the view, or of a grouped view the open groups and their rows.
import type { KeptRows } from '#protocol/tableMessages.ts';
import type { RowGroups, RowPlace, RowSpan } from './rowGroups.ts';

/** What a grid row shows, to be found again once rows are added to the view; a group by its value. */
type RowMark = { readonly group: string } | { readonly row: number | undefined } | undefined;

export class ShownRows {
  /** Rows of the view. */
  viewRows = 0;
  /** Undefined if each row of the grid is one of the view. */
  groups: RowGroups | undefined;
  #anchor: RowMark;
  #active: RowMark;

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

  /** Remembers what two grid rows show for `show`. Returns those that are rows of the view. */
  keep(anchorRow: number, activeRow: number): KeptRows {
    this.#anchor = this.#markOf(anchorRow);
    this.#active = this.#markOf(activeRow);
    return { anchor: this.viewRowAt(anchorRow), active: this.viewRowAt(activeRow) };
  }

  /**
   * Shows other rows.
   * @param kept where they have the rows of the view that `keep` has returned
   * @returns how many grid rows further down that is what `keep` has remembered; 0 if it is not there
   */
  show(
    viewRows: number,
    groups: RowGroups | undefined,
    kept: KeptRows = {},
  ): { anchor: number; active: number } {
    const [anchor, active] = [this.#gridRowOf(this.#anchor), this.#gridRowOf(this.#active)];
    this.viewRows = viewRows;
    this.groups = groups;
    return {
      anchor: this.#distance(anchor, this.#anchor, kept.anchor),
      active: this.#distance(active, this.#active, kept.active),
    };
  }

  #distance(before: number | undefined, mark: RowMark, row: number | undefined): number {
    const after = this.#gridRowOf(mark && 'row' in mark ? { row } : mark);
    return before === undefined || after === undefined ? 0 : after - before;
  }

  #markOf(gridRow: number): RowMark {
    const place = this.placeOf(gridRow);
    if (place?.kind === 'row') return { row: place.row };
    const group = place && this.groups?.group(place.index);
    return group && { group: group.value };
  }

  #gridRowOf(mark: RowMark): number | undefined {
    if (!mark) return undefined;
    if ('group' in mark) return this.groups?.gridRowOfGroup(mark.group);
    return mark.row === undefined ? undefined : (this.groups?.gridRowOf(mark.row) ?? mark.row);
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
