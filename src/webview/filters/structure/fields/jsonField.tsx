// A value without controls, edited as JSON in its place.
import { jsonOf } from '#filters/valueAsJson.ts';
import type { JsonNode, JsonPath } from '#json/jsonTree.ts';
import { useStructure, type Part } from '#webview/filters/structure/state/structureContext.ts';
import { useJsonDraft } from './useJsonDraft.ts';

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
