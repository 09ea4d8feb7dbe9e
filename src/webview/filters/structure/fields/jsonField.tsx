// A value without controls, edited as JSON in its place.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { faultOf, jsonOf, writeJson } from '#filters/valueEdits.ts';
import type { JsonNode, JsonPath } from '#json/jsonTree.ts';
import type { FieldInput } from '#webview/elements/host/keptPages.ts';
import { holdsMod, keyName } from '#webview/elements/pressedKey.ts';
import { t } from '#webview/elements/translate.ts';
import {
  type FocusTarget,
  isOutdated,
  type Part,
  useStructure,
} from '#webview/filters/structure/state/structureContext.ts';
import { nameOfField } from './jsonDrafts.ts';

/** Code units. Longer JSON is easier to read in the text. */
const maxLength = 20_000;
const maxExcerpt = 600;

export interface JsonFieldProps {
  readonly node: JsonNode;
  readonly path: JsonPath;
  readonly label: string;
  readonly part: Part;
  /** The item that gets the focus when its new JSON has controls, because this field then disappears. */
  readonly itemPath?: JsonPath;
}

export function JsonField(props: JsonFieldProps) {
  const { text } = useStructure().shape;
  const { node, label } = props;
  if (node.to - node.from <= maxLength) return <JsonTextarea {...props} json={jsonOf(text, node)} />;
  const start = jsonOf(text, { from: node.from, to: node.from + maxExcerpt });
  return (
    <pre class="raw" tabIndex={0} aria-label={label}>
      {start}…
    </pre>
  );
}

/** @param json as the text has it now */
function JsonTextarea({ json, path, label, part, itemPath }: JsonFieldProps & { readonly json: string }) {
  const { isReadonly } = useStructure();
  const focusAfter = itemPath && { path: itemPath, part };
  const { draft, type, apply, handleKey } = useJsonDraft({ json, path, focusAfter });
  const noteId = `note-${encodeURIComponent(path.join('.'))}`;
  return (
    <div class="json">
      <textarea
        class="field json-text"
        rows={1}
        wrap="off"
        spellcheck={false}
        autocomplete="off"
        aria-label={label}
        aria-describedby={noteId}
        aria-invalid={draft?.isInvalid || undefined}
        data-part={part}
        data-draft={draft && ''}
        readOnly={isReadonly}
        value={draft?.text ?? json}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onChange={({ currentTarget }) => apply(currentTarget, false)}
        onKeyDown={(event) => handleKey(event, event.currentTarget)}
      />
      <p class="json-note" id={noteId}>
        {draft?.note}
      </p>
    </div>
  );
}

interface Draft extends JsonDraft {
  /** The note below the field. */
  readonly note: string;
  readonly isInvalid: boolean;
}

interface JsonDraftOptions {
  /** The value as the text has it now. */
  readonly json: string;
  readonly path: JsonPath;
  /** What gets the focus after Ctrl+Enter; by default the field keeps it. */
  readonly focusAfter: FocusTarget | undefined;
}

interface JsonInput {
  /** Undefined while the field shows the JSON of the text. */
  readonly draft: Draft | undefined;
  readonly type: (text: string) => void;
  readonly apply: (field: HTMLTextAreaElement, isByKey: boolean) => void;
  readonly handleKey: (event: KeyboardEvent, field: HTMLTextAreaElement) => void;
}

/**
 * What is typed waits until the field is left or Ctrl+Enter is pressed. Invalid JSON stays in the field with its error;
 * Escape reverts it.
 */
function useJsonDraft({ json, path, focusAfter }: JsonDraftOptions): JsonInput {
  const structure = useStructure();
  const [draft, setDraft] = useState<Draft>();
  useReportedDraft({ draft, json, path }, ({ text, before }) =>
    setDraft({ text, base: before, note: typedNote(), isInvalid: false }),
  );

  const type = (text: string): void => {
    // A field that was invalid once is checked at every letter.
    const fault = draft?.isInvalid ? faultOf(text, t) : undefined;
    const note = fault?.message ?? typedNote();
    const { base = json, conflict } = draft ?? {};
    setDraft(text === json ? undefined : { text, base, conflict, note, isInvalid: fault !== undefined });
  };

  const apply = (field: HTMLTextAreaElement, isByKey: boolean): void => {
    if (!draft || structure.isReadonly || isOutdated(structure, field)) return;
    const outcome = outcomeOf(draft, json, isByKey);
    if (outcome === 'nothingTyped') return setDraft(undefined);
    if (outcome === 'conflict') {
      const note = t('This value changed in the text. {0} to apply your JSON, Esc to revert', applyKey());
      setDraft({ ...draft, conflict: json, note, isInvalid: true });
      return structure.announce(note);
    }
    const change = writeJson(structure.shape, path, draft.text, { indent: structure.indent });
    if (!change) {
      const fault = faultOf(draft.text, t) ?? nestingFault();
      setDraft({ ...draft, note: fault.message, isInvalid: true });
      structure.announce(t('Not applied: {0}', fault.message));
      if (isByKey) field.setSelectionRange(fault.from, fault.to);
      return;
    }
    setDraft(undefined);
    structure.edit(change, { focus: isByKey ? focusAfter : undefined, announcement: t('Applied') });
  };

  const handleKey = (event: KeyboardEvent, field: HTMLTextAreaElement): void => {
    if (event.key === 'Enter' && holdsMod(event)) {
      event.preventDefault();
      apply(field, true);
    } else if (event.key === 'Escape' && draft) {
      event.preventDefault();
      setDraft(undefined);
      structure.announce(t('Reverted'));
    }
  };

  return { draft, type, apply, handleKey };
}

/** Reports what is typed and not applied, until it is applied or the field goes away. Takes what an earlier page has left. */
function useReportedDraft(
  { draft, json, path }: Pick<JsonDraftOptions, 'json' | 'path'> & Pick<JsonInput, 'draft'>,
  onLeft: (left: FieldInput) => void,
): void {
  const structure = useStructure();
  const field = useRef({}).current;
  const name = nameOfField(path);
  useLayoutEffect(() => {
    const left = draft ? undefined : structure.drafts.take(field, name, json);
    if (left) onLeft(left);
    else structure.drafts.set(field, draft && { field: name, text: draft.text, before: draft.base });
  });
  useLayoutEffect(() => () => structure.drafts.leave(field), []);
}

function typedNote(): string {
  return t('{0} to apply, Esc to revert', applyKey());
}

function nestingFault() {
  return { message: t('Nested more than 256 levels deep.'), from: 0, to: 0 };
}

function applyKey(): string {
  return keyName('Mod+Enter');
}

interface JsonDraft {
  readonly text: string;
  /** The JSON that the text had when typing began. */
  readonly base: string;
  /** The newer JSON in the text that the person has been notified about. */
  readonly conflict?: string | undefined;
}

/**
 * What happens to a draft: if the value changed in the text meanwhile, the draft replaces it only when the
 * person presses the key again after a notice, never on blur or on save.
 * @param json as the text has it now
 */
export function outcomeOf(
  { text, base, conflict }: JsonDraft,
  json: string,
  isByKey: boolean,
): 'nothingTyped' | 'conflict' | 'write' {
  if (text.trim() === base.trim()) return 'nothingTyped';
  if (base === json || text === json) return 'write';
  return isByKey && conflict === json ? 'write' : 'conflict';
}
