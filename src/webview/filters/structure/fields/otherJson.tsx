// What has no controls of its own: conditions of unknown kinds, and members that the controls leave out.
import type { OtherItem } from '#filters/filterShape.ts';
import type { JsonMemberNode, JsonNode, JsonObjectNode, JsonPath } from '#json/jsonTree.ts';
import { escapeUnseen } from '#text/displayText.ts';
import { formatCount } from '#text/formatNumber.ts';
import { t } from '#webview/elements/translate.ts';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { JsonField } from './jsonField.tsx';

/** More members are only counted. */
const maxOtherMembers = 20;

export function OtherItemControls({ item }: { readonly item: OtherItem }) {
  const { path, node, reason } = item;
  const words = {
    empty: t('Empty condition.'),
    deep: t('Nested too deeply. Edit it as JSON.'),
    unknown: t('Unknown kind. Edit it as JSON.'),
    unseen: t('It contains invisible characters or line breaks. Edit it as JSON.'),
    repeated: t('A key is repeated. Edit it as JSON.'),
    unfit: t('A value does not fit the fields. Edit it as JSON.'),
  }[reason];
  return (
    <>
      <span class="other-words">
        {words} <ShowInTextButton node={node} />
      </span>
      <JsonField node={node} path={path} label={t('JSON')} part="json" itemPath={path} />
    </>
  );
}

interface OtherMembersProps {
  readonly item: Pick<OtherItem, 'node' | 'path'> & { readonly otherKeys: readonly string[] };
  readonly caption?: string;
}

export function OtherMembers({ item, caption }: OtherMembersProps) {
  const { node, path, otherKeys } = item;
  if (otherKeys.length === 0 || node.kind !== 'object') return null;
  const members = node.members.filter(({ key }) => otherKeys.includes(key));
  const hidden = members.length - maxOtherMembers;
  return (
    <ul class="other-keys" aria-label={t('Other keys')}>
      {caption !== undefined && (
        <li key="caption">
          <span class="caption">{caption}</span>
        </li>
      )}
      {members.slice(0, maxOtherMembers).map((member) => (
        <OtherMember
          key={`=${member.key}\n${isRepeated(node, member) ? member.keyFrom : ''}`}
          owner={node}
          path={path}
          member={member}
        />
      ))}
      {hidden > 0 && (
        <li key="hidden">
          <span class="caption">
            {t('{0} more', formatCount(hidden))} <ShowInTextButton node={node} />
          </span>
        </li>
      )}
    </ul>
  );
}

interface OtherMemberProps {
  readonly owner: JsonObjectNode;
  readonly path: JsonPath;
  readonly member: JsonMemberNode;
}

function OtherMember({ owner, path, member }: OtherMemberProps) {
  const { shape } = useStructure();
  const { key, value } = member;
  return (
    <li>
      <span class="other-key">{escapeUnseen(key)}</span>
      {isRepeated(owner, member) ? (
        // A path can refer only to the last of several members with the same key.
        <span class="raw-value">
          <code>{firstLine(shape.text.slice(value.from, value.to))}</code>
          <ShowInTextButton node={value} />
        </span>
      ) : (
        <JsonField node={value} path={[...path, key]} label={t('{0} as JSON', key)} part={`json-${key}`} />
      )}
    </li>
  );
}

function isRepeated(owner: JsonObjectNode, { key, keyFrom }: JsonMemberNode): boolean {
  return owner.members.some((other) => other.key === key && other.keyFrom !== keyFrom);
}

function firstLine(text: string): string {
  const line = escapeUnseen(text.slice(0, 200)).replaceAll(/\s+/g, ' ');
  return line.length > 80 ? `${line.slice(0, 79)}…` : line;
}

function ShowInTextButton({ node }: { readonly node: JsonNode }) {
  const structure = useStructure();
  return (
    <button type="button" class="link" data-part="show" onClick={() => structure.showInText(node)}>
      {t('Show in Text')}
    </button>
  );
}
