// Three-way merging of JSON texts by their values. Conservative: what either side changed is in the result, or it is a
// conflict. Another spelling of the same value (1.0 for 1, an escape, the order of keys) is no change of it.
import { alignItems } from './alignItems.ts';
import { ownText, renderValue, rewriteEntries, sortEdits, type NewEntry } from '#json/rewriteEntries.ts';
import { applyEdits, type TextEdit } from '#json/format.ts';
import { describeLayout, lineIndent, placeOf, type JsonDocument } from '#json/layout.ts';
import { containersIn, countOf, isThereTwice } from './repeatedItems.ts';
import { createIdentity } from '#json/sameValue.ts';
import {
  hasDuplicateKeys,
  parseJsonTree,
  type JsonContainerNode,
  type JsonListNode,
  type JsonMemberNode,
  type JsonNode,
  type JsonObjectNode,
  type JsonPath,
} from '#json/tree.ts';

export type JsonMerge =
  | {
      readonly kind: 'merged';
      readonly text: string;
      /** Where the result differs from mine; for what was taken away, the place where it stood. */
      readonly taken: readonly JsonPath[];
    }
  /** The values that both sides changed; `[]` is the whole text, also where one of the three is no JSON. */
  | { readonly kind: 'conflict'; readonly paths: readonly JsonPath[] };

/** Mine, with what changed from base to theirs put in, in theirs' own spelling. */
export function mergeJson(base: string, mine: string, theirs: string): JsonMerge {
  const [b, m, t] = [parseJsonTree(base), parseJsonTree(mine), parseJsonTree(theirs)];
  if (!b || !m || !t) return { kind: 'conflict', paths: [[]] };
  return new Merging(base, describeLayout(mine, m), theirs).run(b, m, t);
}

/** One value on all three sides. */
interface Three<N extends JsonNode = JsonNode> {
  readonly base: N;
  readonly mine: N;
  readonly theirs: N;
}

class Merging {
  readonly #base: string;
  readonly #mine: JsonDocument;
  readonly #theirs: string;
  readonly #identify = createIdentity('compared');
  readonly #knownTexts = new Map<string, number>();
  readonly #edits: TextEdit[] = [];
  readonly #taken: JsonPath[] = [];
  readonly #conflicts: JsonPath[] = [];
  readonly #hasLines: boolean;
  /** Whether theirs has lines of its own that are worth keeping. */
  readonly #keepsLines: boolean;

  constructor(base: string, mine: JsonDocument, theirs: string) {
    this.#base = base;
    this.#mine = mine;
    this.#theirs = theirs;
    this.#hasLines = /[\r\n]/.test(mine.text.trim());
    this.#keepsLines = /[\r\n]/.test(theirs.trim());
  }

  run(base: JsonNode, mine: JsonNode, theirs: JsonNode): JsonMerge {
    this.#merge({ base, mine, theirs }, [], undefined);
    if (this.#conflicts.length > 0) return { kind: 'conflict', paths: this.#conflicts };
    const text = applyEdits(this.#mine.text, sortEdits(this.#edits));
    const isOneSided = this.#theirs === this.#base || this.#mine.text === this.#base;
    const isMoved = !isOneSided && this.#findMovedTwice([base, mine, theirs], text);
    return isMoved ? { kind: 'conflict', paths: [[]] } : { kind: 'merged', text, taken: this.#taken };
  }

  /** Whether an object or a list that one side moved elsewhere is in the result though the other side moved it too. */
  #findMovedTwice(roots: readonly JsonNode[], result: string): boolean {
    const root = parseJsonTree(result);
    if (!root) return true;
    const texts = [this.#base, this.#mine.text, this.#theirs, result];
    const counts = [...roots, root].map((node, index) => {
      const text = texts[index] ?? '';
      return countOf([...containersIn(node)].map((inner) => this.#identify(text, inner)));
    });
    return isThereTwice(counts);
  }

  /** `path` is the value's place in the result, `parent` mine around it. */
  #merge(three: Three, path: JsonPath, parent: JsonContainerNode | undefined): void {
    const base = this.#base.slice(three.base.from, three.base.to);
    const mine = this.#mine.text.slice(three.mine.from, three.mine.to);
    const theirs = this.#theirs.slice(three.theirs.from, three.theirs.to);
    if (theirs === base || theirs === mine) return;
    const objects = allObjects(three);
    const lists = allLists(three);
    if (objects) this.#mergeObjects(objects, path, parent);
    else if (lists) this.#mergeLists(lists, path, parent);
    else {
      const ids = this.#idsOf(three);
      if (ids.mine === ids.base) {
        // Another spelling of theirs counts where mine is still the base's.
        if (ids.theirs !== ids.base || mine === base) this.#replace(three, path, parent);
      } else if (ids.theirs !== ids.base && ids.theirs !== ids.mine) {
        this.#conflicts.push(path);
      }
    }
  }

  #replace({ mine, theirs }: Three, path: JsonPath, parent: JsonContainerNode | undefined): void {
    const place = placeOf(this.#mine, mine, parent);
    const entry = this.#entry(theirs);
    const keepsLines = entry.indent !== undefined && this.#hasLines;
    const newLine = this.#mine.eol + lineIndent(this.#mine.text, mine.from);
    const text = renderValue(entry, keepsLines ? { ...place, newLine } : place);
    this.#edits.push({ offset: mine.from, length: mine.to - mine.from, text });
    this.#taken.push(path);
  }

  #mergeObjects(three: Three<JsonObjectNode>, path: JsonPath, parent: JsonContainerNode | undefined): void {
    const [base, mine, theirs] = [three.base, three.mine, three.theirs].map(membersByKey);
    if (!base || !mine || !theirs) return;
    const removed = new Set<string>();
    for (const [key, m] of mine) {
      const [b, t] = [base.get(key), theirs.get(key)];
      const here = [...path, key];
      if (b && t) {
        this.#mergeKey(b, m, t);
        this.#merge({ base: b.value, mine: m.value, theirs: t.value }, here, three.mine);
      } else if (b && this.#isSame(this.#base, b.value, this.#mine.text, m.value)) {
        removed.add(key);
      } else if (b || (t && !this.#isSame(this.#theirs, t.value, this.#mine.text, m.value))) {
        this.#conflicts.push(here);
      }
    }
    const added: JsonMemberNode[] = [];
    for (const [key, t] of theirs) {
      const b = base.get(key)?.value;
      if (mine.has(key)) continue;
      if (!b) added.push(t);
      else if (!this.#isSame(this.#base, b, this.#theirs, t.value)) this.#conflicts.push([...path, key]);
    }
    for (const key of [...removed, ...added.map((member) => member.key)]) this.#taken.push([...path, key]);
    if (removed.size + added.length > 0) this.#rewriteObject(three, removed, added, parent);
  }

  /** A key in other escapes is the same key; theirs' spelling counts where mine is still the base's. */
  #mergeKey(base: JsonMemberNode, mine: JsonMemberNode, theirs: JsonMemberNode): void {
    const [b, m, t] = [
      this.#base.slice(base.keyFrom, base.keyTo),
      this.#mine.text.slice(mine.keyFrom, mine.keyTo),
      this.#theirs.slice(theirs.keyFrom, theirs.keyTo),
    ];
    if (m === b && t !== b) this.#edits.push({ offset: mine.keyFrom, length: m.length, text: t });
  }

  /** What theirs added comes behind the key that it follows there. */
  #rewriteObject(
    { mine, theirs }: Three<JsonObjectNode>,
    removed: ReadonlySet<string>,
    added: readonly JsonMemberNode[],
    parent: JsonContainerNode | undefined,
  ): void {
    const isAdded = new Set(added);
    const followers = new Map<string | undefined, NewEntry[]>();
    const kept = new Set(mine.members.map(({ key }) => key).filter((key) => !removed.has(key)));
    let anchor: string | undefined;
    for (const member of theirs.members) {
      if (kept.has(member.key)) anchor = member.key;
      if (!isAdded.has(member)) continue;
      const key = this.#theirs.slice(member.keyFrom, member.keyTo);
      const group = followers.get(anchor) ?? [];
      group.push({ ...this.#entry(member.value), rawKey: key });
      followers.set(anchor, group);
    }
    const plan: (number | NewEntry)[] = [...(followers.get(undefined) ?? [])];
    mine.members.forEach(({ key }, index) => {
      if (kept.has(key)) plan.push(index, ...(followers.get(key) ?? []));
    });
    this.#edits.push(...rewriteEntries(this.#mine, mine, parent, plan));
  }

  #mergeLists(three: Three<JsonListNode>, path: JsonPath, parent: JsonContainerNode | undefined): void {
    const plan: PlannedItem[] = [];
    for (const chunk of this.#chunksOf(three)) this.#mergeChunk(chunk, plan, three.mine, path);
    if (this.#isMovedTwice(three, plan)) this.#conflicts.push(path);
    if (plan.length === three.mine.items.length && plan.every(({ item }) => typeof item === 'number')) return;
    const entries = plan.map(({ item }) => (typeof item === 'number' ? item : this.#entry(item)));
    this.#edits.push(...rewriteEntries(this.#mine, three.mine, parent, entries));
  }

  /** Adds to the plan what the part of the list becomes. */
  #mergeChunk(chunk: Chunk, plan: PlannedItem[], parent: JsonListNode, path: JsonPath): void {
    const isMineChanged = !this.#isSameList(chunk.base, this.#base, chunk.mine, this.#mine.text);
    const isTheirsChanged = !this.#isSameList(chunk.base, this.#base, chunk.theirs, this.#theirs);
    const isBoth = isMineChanged && isTheirsChanged;
    const isEqual = isBoth && this.#isSameList(chunk.mine, this.#mine.text, chunk.theirs, this.#theirs);
    const here = [...path, plan.length];
    const pairs = isEqual ? undefined : this.#pairsOf(chunk, isBoth);
    if (pairs) {
      for (const [index, pair] of pairs.entries()) {
        this.#merge(pair, [...path, plan.length], parent);
        plan.push({ item: chunk.mineFrom + index, id: mergedId(this.#idsOf(pair)) });
      }
    } else if (isTheirsChanged && !isMineChanged) {
      if (chunk.theirs.length === 0) this.#taken.push(here);
      for (const item of chunk.theirs) {
        this.#taken.push([...path, plan.length]);
        plan.push({ item, id: this.#valueOf(this.#theirs, item) });
      }
    } else {
      if (isBoth && !isEqual) this.#conflicts.push(chunk.mine.length > 0 ? here : path);
      for (const [index, item] of chunk.mine.entries())
        plan.push({ item: chunk.mineFrom + index, id: this.#valueOf(this.#mine.text, item) });
    }
  }

  /** Whether both sides moved an item of the list, each to another place. */
  #isMovedTwice({ base, mine, theirs }: Three<JsonListNode>, plan: readonly PlannedItem[]): boolean {
    return isThereTwice([
      countOf(base.items.map((item) => this.#valueOf(this.#base, item))),
      countOf(mine.items.map((item) => this.#valueOf(this.#mine.text, item))),
      countOf(theirs.items.map((item) => this.#valueOf(this.#theirs, item))),
      countOf(plan.map(({ id }) => id)),
    ]);
  }

  /** The list cut where an item is the same on all three sides; such an item is a chunk of its own. */
  #chunksOf({ base, mine, theirs }: Three<JsonListNode>): readonly Chunk[] {
    const baseIds = base.items.map((item) => this.#valueOf(this.#base, item));
    const inMine = alignItems(
      baseIds,
      mine.items.map((item) => this.#valueOf(this.#mine.text, item)),
    );
    const inTheirs = alignItems(
      baseIds,
      theirs.items.map((item) => this.#valueOf(this.#theirs, item)),
    );
    const chunks: Chunk[] = [];
    let [b, m, t] = [0, 0, 0];
    const cut = (endB: number, endM: number, endT: number) => {
      if (endB > b || endM > m || endT > t)
        chunks.push({
          base: base.items.slice(b, endB),
          mine: mine.items.slice(m, endM),
          theirs: theirs.items.slice(t, endT),
          mineFrom: m,
        });
      [b, m, t] = [endB, endM, endT];
    };
    for (let index = 0; index < base.items.length; index++) {
      const [atMine = -1, atTheirs = -1] = [inMine[index], inTheirs[index]];
      if (atMine < 0 || atTheirs < 0) continue;
      cut(index, atMine, atTheirs);
      cut(index + 1, atMine + 1, atTheirs + 1);
    }
    cut(base.items.length, mine.items.length, theirs.items.length);
    return chunks;
  }

  /**
   * The items of a chunk one by one, where it is as long on all sides. Where both sides changed it, an item has to be
   * alone, or unchanged on one side: else nothing says that it is the same item.
   */
  #pairsOf({ base, mine, theirs }: Chunk, isBoth: boolean): readonly Three[] | undefined {
    if (base.length !== mine.length || base.length !== theirs.length) return undefined;
    const pairs = base.flatMap((b, index) => {
      const [m, t] = [mine[index], theirs[index]];
      return m && t ? [{ base: b, mine: m, theirs: t }] : [];
    });
    const isClear = pairs.every((pair) => {
      const ids = this.#idsOf(pair);
      return ids.base === ids.mine || ids.base === ids.theirs || ids.mine === ids.theirs;
    });
    return !isBoth || isClear || pairs.length === 1 ? pairs : undefined;
  }

  #entry(node: JsonNode): NewEntry {
    const entry = ownText(this.#theirs, node, lineIndent(this.#theirs, node.from));
    return this.#keepsLines ? entry : { text: entry.text };
  }

  #idsOf({ base, mine, theirs }: Three) {
    return {
      base: this.#valueOf(this.#base, base),
      mine: this.#valueOf(this.#mine.text, mine),
      theirs: this.#valueOf(this.#theirs, theirs),
    };
  }

  /** Equal for equal values; most are so by their text already. */
  #valueOf(text: string, node: JsonNode): number {
    const raw = text.slice(node.from, node.to);
    let id = this.#knownTexts.get(raw);
    if (id === undefined) this.#knownTexts.set(raw, (id = this.#identify(text, node)));
    return id;
  }

  #isSame(textA: string, a: JsonNode, textB: string, b: JsonNode): boolean {
    return this.#valueOf(textA, a) === this.#valueOf(textB, b);
  }

  #isSameList(a: readonly JsonNode[], textA: string, b: readonly JsonNode[], textB: string): boolean {
    if (a.length !== b.length) return false;
    const ids = b.map((item) => this.#valueOf(textB, item));
    return a.every((item, index) => this.#valueOf(textA, item) === ids[index]);
  }
}

/** A part of a list on all three sides. */
interface Chunk {
  readonly base: readonly JsonNode[];
  readonly mine: readonly JsonNode[];
  readonly theirs: readonly JsonNode[];
  readonly mineFrom: number;
}

/** An item of the result: the index of one of mine, or one of theirs; and which value it has then. */
interface PlannedItem {
  readonly item: number | JsonNode;
  readonly id: number;
}

/** Which value comes of three; -1 for one that none of them is. */
function mergedId({ base, mine, theirs }: { base: number; mine: number; theirs: number }): number {
  if (mine === base) return theirs;
  return theirs === base || theirs === mine ? mine : -1;
}

/** An object that has a key twice is taken or left as a whole. */
function allObjects({ base, mine, theirs }: Three): Three<JsonObjectNode> | undefined {
  if (base.kind !== 'object' || mine.kind !== 'object' || theirs.kind !== 'object') return undefined;
  const hasDuplicates = [base, mine, theirs].some(hasDuplicateKeys);
  return hasDuplicates ? undefined : { base, mine, theirs };
}

function allLists({ base, mine, theirs }: Three): Three<JsonListNode> | undefined {
  const isList = base.kind === 'list' && mine.kind === 'list' && theirs.kind === 'list';
  return isList ? { base, mine, theirs } : undefined;
}

function membersByKey(node: JsonObjectNode): ReadonlyMap<string, JsonMemberNode> {
  return new Map(node.members.map((member) => [member.key, member]));
}
