import type { JsonNode } from '#json/jsonTree.ts';
import { t } from '#webview/elements/translate.ts';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';

export function ShowInTextButton({ node }: { readonly node: JsonNode }) {
  const structure = useStructure();
  return (
    <button type="button" class="link" data-part="show" onClick={() => structure.showInText(node)}>
      {t('Show in Text')}
    </button>
  );
}
