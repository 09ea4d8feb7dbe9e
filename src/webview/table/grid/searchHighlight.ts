// Marks the hits of a search in the visible cells. The browser draws the marks over the texts, whose elements stay as they are.
import { createWordFinder } from '#text/findWords.ts';

/** The name of `::highlight` in the page’s style. */
const name = 'search-hit';

export class SearchHighlight {
  readonly #highlight = new Highlight();

  constructor() {
    CSS.highlights.set(name, this.#highlight);
  }

  /** Replaces the earlier marks. */
  mark(nodes: Iterable<Text>, search: string): void {
    this.#highlight.clear();
    if (search === '') return;
    const findSearch = createWordFinder([search]);
    for (const node of nodes) {
      for (const [from, to] of findSearch(node.data)) {
        const range = new StaticRange({
          startContainer: node,
          startOffset: from,
          endContainer: node,
          endOffset: to,
        });
        this.#highlight.add(range);
      }
    }
  }
}
