// Groups as cards in cards, with a row for each condition.
import type { ComponentChildren } from 'preact';
import type { FilterGroup, FilterItem } from '#filters/filterShape.ts';
import { setJoin } from '#filters/itemEdits.ts';
import { formatCount } from '#text/formatNumber.ts';
import { Icon } from '#webview/elements/icon.tsx';
import { memo } from '#webview/elements/memo.ts';
import { t } from '#webview/elements/translate.ts';
import type { Problem } from '#webview/filters/problems/problemMarks.ts';
import { ConditionControls } from '#webview/filters/structure/conditions/conditionControls.tsx';
import { Choice } from '#webview/filters/structure/fields/phrase.tsx';
import { OtherItemControls, OtherMembers } from '#webview/filters/structure/fields/otherJson.tsx';
import { Grip, ItemActions } from '#webview/filters/structure/items/itemButtons.tsx';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';
import { AddButtons } from './addButtons.tsx';

/** The outermost group, which cannot be moved or removed. */
export function RootGroup({ group }: { readonly group: FilterGroup }) {
  const id = useStructure().idOf(group);
  return (
    <div key={id} class="item item-root" data-id={id}>
      <GroupCard group={group} isRoot />
    </div>
  );
}

function GroupCard({ group, isRoot = false }: { readonly group: FilterGroup; readonly isRoot?: boolean }) {
  const structure = useStructure();
  const { shape, indent, isReadonly } = structure;
  const problems = structure.problemsOf(group);
  const problemsId = problems.length > 0 ? `problems-${structure.idOf(group)}` : undefined;
  // Newer services reject groups in a dashboard, so its plain list stays one.
  const isPlain = shape.kind === 'dashboard' && group.isPlainList;
  const joins = new Map([
    ['AND', t('Match all')],
    ['OR', t('Match any')],
  ]);
  return (
    <div
      class={`group ${group.join === 'OR' ? 'any' : 'all'} ${problemClass(problems)}`}
      role="group"
      aria-label={groupLabel(group)}
      aria-describedby={problemsId}
    >
      <div class="group-head">
        {!isRoot && <Grip item={group} />}
        {isPlain ? (
          <span class="word">{t('Match all')}</span>
        ) : (
          <Choice
            value={group.join}
            options={joins}
            label={t('Match all or any')}
            part="join"
            class="join"
            onChoose={(join) => structure.edit(setJoin(shape, group, join, { indent }))}
          />
        )}
        <span class="word">{t('of these conditions')}</span>
        <span class="space" />
        {!isRoot && <ItemActions item={group} />}
      </div>
      <ProblemList problems={problems} id={problemsId} />
      <OtherMembers item={group} />
      <GroupItems group={group} />
      {!isReadonly && <AddButtons group={group} />}
    </div>
  );
}

/** Long lists are rendered in parts. */
function GroupItems({ group }: { readonly group: FilterGroup }) {
  const structure = useStructure();
  const listId = structure.idOf(group);
  const shown = structure.shownCount(listId);
  const hidden = group.items.length - shown;
  return (
    <ul class="items" data-list={listId}>
      {group.items.slice(0, shown).map((item, index) => {
        const row = { key: structure.idOf(item), conjunction: conjunctionAt(group, index) };
        return item.kind === 'group' ? (
          <ItemRow {...row} item={item}>
            <GroupCard group={item} />
          </ItemRow>
        ) : (
          <ConditionRow
            {...row}
            item={item}
            problems={structure.problemsOf(item)}
            revision={structure.revision}
          />
        );
      })}
      {group.items.length === 0 && (
        <li key="none" class="no-items">
          {t('No conditions in this group.')}
        </li>
      )}
      {hidden > 0 && (
        <li key="more" class="more-items">
          <button type="button" class="link" onClick={() => structure.showMore(listId)}>
            {t('Show More ({0} left)', formatCount(hidden))}
          </button>
        </li>
      )}
    </ul>
  );
}

interface ItemRowProps {
  readonly item: FilterItem;
  readonly conjunction: string;
  readonly children: ComponentChildren;
}

function ItemRow({ item, conjunction, children }: ItemRowProps) {
  return (
    <li class={`item item-${item.kind}`} data-id={useStructure().idOf(item)}>
      <span class="conjunction" aria-hidden="true">
        {conjunction}
      </span>
      {children}
    </li>
  );
}

interface ConditionRowProps {
  readonly item: Exclude<FilterItem, FilterGroup>;
  readonly conjunction: string;
  readonly problems: readonly Problem[];
  readonly revision: number;
}

/** A letter that is typed into one of many conditions renders that one again, and no other. */
const ConditionRow = memo(({ item, conjunction, problems }: ConditionRowProps) => {
  const structure = useStructure();
  const problemsId = problems.length > 0 ? `problems-${structure.idOf(item)}` : undefined;
  return (
    <ItemRow item={item} conjunction={conjunction}>
      <div
        class={`row ${problemClass(problems)}`}
        role="group"
        aria-label={structure.describe(item)}
        aria-describedby={problemsId}
      >
        <Grip item={item} />
        <div class="controls">
          {item.kind === 'other' ? (
            <OtherItemControls item={item} />
          ) : (
            <>
              <ConditionControls item={item} />
              <OtherMembers item={item} />
            </>
          )}
        </div>
        <ItemActions item={item} />
      </div>
      <ProblemList problems={problems} id={problemsId} />
    </ItemRow>
  );
});

function groupLabel({ join, items: { length } }: FilterGroup): string {
  if (join === 'OR') return t('Match any of {0} conditions', length);
  return join === 'AND' ? t('Match all of {0} conditions', length) : t('{0} of {1} conditions', join, length);
}

function conjunctionAt({ join }: FilterGroup, index: number): string {
  if (index === 0) return t('where');
  if (join === 'AND') return t('and');
  return join === 'OR' ? t('or') : join.toLowerCase();
}

interface ProblemListProps {
  readonly problems: readonly Problem[];
  /** The ID for `aria-describedby`. */
  readonly id?: string | undefined;
}

export function ProblemList({ problems, id }: ProblemListProps) {
  if (problems.length === 0) return null;
  return (
    <ul class="problem-list" id={id}>
      {problems.map(({ severity, message, source }, index) => (
        <li key={index} class={`problem-row problem-row-${severity}`}>
          <Icon name={severity} />
          <span>
            {message} {source !== '' && <span class="problem-source">{source}</span>}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Class of an element that has problems, by the first of them. */
function problemClass(problems: readonly Problem[]): string {
  return problems[0] ? `has-${problems[0].severity}` : '';
}
