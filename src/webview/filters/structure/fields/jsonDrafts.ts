// JSON that is typed into fields but not applied is not in the document, so closing the tab would lose it without a
// question. The host stores it: it offers it after that, and gives it to the next page if this one ends otherwise.
import { jsonOf } from '#filters/valueEdits.ts';
import { type JsonPath, nodeAt, parseJsonTree } from '#json/jsonTree.ts';
import type { HostMessage, WebviewMessage } from '#protocol/filtersMessages.ts';
import type { FieldInput, UnkeptInput } from '#webview/elements/host/keptPages.ts';

export type DraftsMessage = Extract<HostMessage, { readonly type: 'draftsKept' | 'leftDrafts' }>;
export type DraftsReply = Extract<WebviewMessage, { readonly type: 'drafts' | 'draftsPutBack' }>;

export class JsonDrafts {
  readonly #byField = new Map<object, FieldInput>();
  readonly #post: (message: DraftsReply) => void;
  readonly #isChangedByOthers: () => boolean;
  /** Of the last change, and of the last one that the host has stored. */
  #lastId = 0;
  #storedId = 0;

  /** @param isChangedByOthers whether others have made the change of the text that is being rendered */
  constructor(post: (message: DraftsReply) => void, isChangedByOthers: () => boolean) {
    this.#post = post;
    this.#isChangedByOthers = isChangedByOthers;
  }

  get unkept(): UnkeptInput {
    return { fields: this.#all, areFieldsInHost: this.#storedId === this.#lastId };
  }

  stored(id: number): void {
    this.#storedId = id;
  }

  /** @param draft undefined once it is applied or reverted */
  set(field: object, draft: FieldInput | undefined): void {
    if (isSameDraft(this.#byField.get(field), draft)) return;
    if (draft === undefined) this.#byField.delete(field);
    else this.#byField.set(field, draft);
    this.#changed();
  }

  /** The field is no longer shown. If not this person has removed it, its draft opens as a file. */
  leave(field: object): void {
    const draft = this.#byField.get(field);
    if (draft && this.#isChangedByOthers()) this.#post({ type: 'draftsPutBack', texts: [draft.text] });
    this.set(field, undefined);
  }

  /**
   * Takes drafts of an earlier page. Each waits for its field, which may not be shown yet.
   * @returns those whose fields are gone from the text, or say something else
   */
  putBack(drafts: readonly FieldInput[], text: string): readonly FieldInput[] {
    const isThere = ({ field, before }: FieldInput) => jsonInField(text, field) === before;
    const found = drafts.filter(isThere);
    // Several pages may have left the same one.
    const fresh = found.filter((draft) => !this.#all.some((one) => isSameDraft(one, draft)));
    for (const draft of fresh) this.#byField.set(draft, draft);
    if (fresh.length > 0) this.#changed();
    return drafts.filter((draft) => !found.includes(draft));
  }

  /** The draft that waits for a field of the name which says `json`: the field has it from now on. */
  take(field: object, name: string, json: string): FieldInput | undefined {
    for (const [key, draft] of this.#byField) {
      if (key !== draft || draft.field !== name || draft.before !== json) continue;
      this.#byField.delete(key);
      this.#byField.set(field, draft);
      return draft;
    }
    return undefined;
  }

  /** In the order in which typing began. */
  get #all(): FieldInput[] {
    return [...this.#byField.values()];
  }

  #changed(): void {
    this.#post({ type: 'drafts', id: ++this.#lastId, drafts: this.#all });
  }
}

function isSameDraft(a: FieldInput | undefined, b: FieldInput | undefined): boolean {
  return a?.text === b?.text && a?.field === b?.field && a?.before === b?.before;
}

/** A field of the structure is called by the path of its value. */
export const nameOfField = (path: JsonPath): string => JSON.stringify(path);

/** What the text has where a field of that name would be; undefined if it has nothing there. */
function jsonInField(text: string, name: string): string | undefined {
  const [root, path] = [parseJsonTree(text), parsePath(name)];
  const node = root && path && nodeAt(root, path);
  return node && jsonOf(text, node);
}

function parsePath(name: string): JsonPath | undefined {
  const path: unknown = JSON.parse(name);
  const isStep = (step: unknown): step is JsonPath[number] =>
    typeof step === 'string' || typeof step === 'number';
  return Array.isArray(path) && path.every(isStep) ? path : undefined;
}
