// The tiles that a person asked to see: their pages scroll to them, once they are loaded.
import { Emitter } from '#model/storage/emitter.ts';
import { formatRecordRef, type RecordRef } from './recordRef.ts';

export interface TileToReveal {
  /** The tile's dashboard. */
  readonly ref: RecordRef;
  readonly tileId: number;
}

/** Lives as long as the window. */
export class TilesToReveal {
  readonly #wanted = new Map<string, number>();
  readonly #asked = new Emitter<TileToReveal>();
  readonly onDidAsk = this.#asked.event;

  ask(tile: TileToReveal): void {
    this.#wanted.set(formatRecordRef(tile.ref), tile.tileId);
    this.#asked.fire(tile);
  }

  /** The tile to show, for the page that shows it now; undefined if none is wanted or a page has shown it already. */
  take(ref: RecordRef): number | undefined {
    const key = formatRecordRef(ref);
    const tileId = this.#wanted.get(key);
    this.#wanted.delete(key);
    return tileId;
  }
}
