// One value on all three sides of a merge, and which values are equal across the texts.
import { createIdentity } from '#json/sameValue.ts';
import type { JsonNode } from '#json/jsonTree.ts';

export type Side = 'base' | 'mine' | 'theirs';

/** The same place in all three texts. */
export interface ThreeSides<N extends JsonNode = JsonNode> {
  readonly base: N;
  readonly mine: N;
  readonly theirs: N;
}

/** Equal ids for equal values. */
export type ValueIds = Readonly<Record<Side, number>>;

export class SideTexts {
  readonly #texts: Readonly<Record<Side, string>>;
  readonly #identify = createIdentity('compared');
  readonly #idByText = new Map<string, number>();

  constructor(texts: Readonly<Record<Side, string>>) {
    this.#texts = texts;
  }

  textOf(side: Side, { from, to }: { readonly from: number; readonly to: number }): string {
    return this.#texts[side].slice(from, to);
  }

  idOf(side: Side, node: JsonNode): number {
    return this.idIn(this.#texts[side], node);
  }

  /** The ID of a node of any text. Most equal values have equal text already. */
  idIn(text: string, node: JsonNode): number {
    const raw = text.slice(node.from, node.to);
    let id = this.#idByText.get(raw);
    if (id === undefined) {
      id = this.#identify(text, node);
      this.#idByText.set(raw, id);
    }
    return id;
  }

  idsOf({ base, mine, theirs }: ThreeSides): ValueIds {
    return {
      base: this.idOf('base', base),
      mine: this.idOf('mine', mine),
      theirs: this.idOf('theirs', theirs),
    };
  }

  idsOfList(side: Side, items: readonly JsonNode[]): readonly number[] {
    return items.map((item) => this.idOf(side, item));
  }

  isSame(sideA: Side, a: JsonNode, sideB: Side, b: JsonNode): boolean {
    return this.idOf(sideA, a) === this.idOf(sideB, b);
  }

  isSameList(sideA: Side, a: readonly JsonNode[], sideB: Side, b: readonly JsonNode[]): boolean {
    if (a.length !== b.length) return false;
    const ids = this.idsOfList(sideB, b);
    return this.idsOfList(sideA, a).every((id, index) => id === ids[index]);
  }
}
