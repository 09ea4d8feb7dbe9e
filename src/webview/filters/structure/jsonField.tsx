// A value without controls, edited as JSON in its place. What is typed waits in the field until it is left or Ctrl+Enter
// is pressed. Invalid JSON stays in the field with the reason below; Escape reverts it.
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { faultOf, jsonOf, writeJson } from '#filters/jsonPart.ts';
import type { JsonNode, JsonPath } from '#json/tree.ts';
import { isMac, keyName } from '#webview/elements/keyName.ts';
import { t } from '#webview/elements/translate.ts';
import { isOutdated, useStructure, type Part } from './structureContext.ts';

/** Code units. Longer JSON is easier to read in the text. */
const maxLength = 20_000;
const maxExcerpt = 600;

export interface JsonFieldProps {
  readonly node: JsonNode;
  readonly path: JsonPath;
  readonly label: string;
  readonly part: Part;
  /** The item that gets the focus when its new JSON has controls, so that this field goes away. */
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

interface Draft {
  readonly text: string;
  /** The JSON that the text had when typing began. */
  readonly base: string;
  /** Shown below the field. */
  readonly note: string;
  readonly isInvalid: boolean;
}

/** @param json as the text has it now */
function JsonTextarea({ json, path, label, part, itemPath }: JsonFieldProps & { readonly json: string }) {
  const structure = useStructure();
  const [draft, setDraft] = useState<Draft>();
  useReportedDraft(draft?.text);
  const noteId = `note-${encodeURIComponent(path.join('.'))}`;

  const type = (text: string): void => {
    // A field that was invalid once is checked at every letter.
    const fault = draft?.isInvalid ? faultOf(text, t) : undefined;
    const note = fault?.message ?? t('{0} to apply, Esc to revert', keyName('Mod+Enter'));
    const base = draft?.base ?? json;
    setDraft(text === json ? undefined : { text, base, note, isInvalid: fault !== undefined });
  };

  const reject = (note: string, announcement: string, base: string): void => {
    if (draft) setDraft({ text: draft.text, base, note, isInvalid: true });
    structure.announce(announcement);
  };

  const apply = (area: HTMLTextAreaElement, isByKey: boolean): void => {
    if (!draft || structure.isReadonly || isOutdated(structure, area)) return;
    if (draft.base !== json && draft.text !== json) {
      const message = t('This value changed in the text. Your JSON is not applied yet.');
      return reject(message, message, json);
    }
    const change = writeJson(structure.shape, path, draft.text, { indent: structure.indent });
    if (!change) {
      const fault = faultOf(draft.text, t) ?? nestingFault();
      reject(fault.message, t('Not applied: {0}', fault.message), draft.base);
      if (isByKey) area.setSelectionRange(fault.from, fault.to);
      return;
    }
    setDraft(undefined);
    const focus = isByKey && itemPath ? { path: itemPath, part } : undefined;
    structure.edit(change, { focus, announcement: t('Applied') });
  };

  const handleKey = (event: KeyboardEvent, area: HTMLTextAreaElement): void => {
    if (event.isComposing) return;
    if (event.key === 'Enter' && (isMac ? event.metaKey : event.ctrlKey)) {
      event.preventDefault();
      apply(area, true);
    } else if (event.key === 'Escape' && draft) {
      event.preventDefault();
      setDraft(undefined);
      structure.announce(t('Reverted'));
    }
  };

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
        readOnly={structure.isReadonly}
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

/** Reports what is typed and not applied, until it is applied or the field goes away. */
function useReportedDraft(text: string | undefined): void {
  const structure = useStructure();
  const field = useRef({}).current;
  useLayoutEffect(() => structure.setDraft(field, text), [text]);
  useLayoutEffect(() => () => structure.setDraft(field, undefined), []);
}

function nestingFault() {
  return { message: t('Nested more than 256 levels deep.'), from: 0, to: 0 };
}
