// Templates for the conditions of a new cohort. The schema of a cohort's filters has the same as snippets; a
// test compares them.
import { insertItem, setMember } from '#json/editValue.ts';
import type { FormatOptions } from '#json/formatJson.ts';
import type { Translate } from '#text/translate.ts';
import { nodeAt } from '#json/jsonTree.ts';
import { type Change, type EditStep, runSteps } from './filterShape.ts';
import type { FilterGroup, FilterShape } from './filterShape.ts';

export interface FilterTemplate {
  /** Who is in such a cohort. */
  readonly title: string;
  /** Conditions that all have to be true. */
  readonly values: readonly object[];
  /** The control of the first condition that a person changes first. */
  readonly part: 'key' | 'value';
}

/** Sample names that nearly every service has, to be replaced with the project's own. */
const event = '$pageview';
const otherEvent = '$identify';

function did(behavior: string, days: number, more: object = {}, key = event): object {
  const time = { time_value: days, time_interval: 'day' };
  return { type: 'behavioral', key, event_type: 'events', value: behavior, ...more, ...time };
}

export function filterTemplates(t: Translate): readonly FilterTemplate[] {
  const once = 'performed_event';
  return [
    { title: t('Active in the last 7 days'), part: 'key', values: [did(once, 7)] },
    { title: t('Active in the last 30 days'), part: 'key', values: [did(once, 30)] },
    {
      title: t('Not active for 30 days'),
      part: 'key',
      values: [did(once, 180), did(once, 30, { negation: true })],
    },
    {
      title: t('New in the last 30 days'),
      part: 'key',
      values: [did('performed_event_first_time', 30)],
    },
    {
      title: t('Did an event at least 5 times'),
      part: 'key',
      values: [did('performed_event_multiple', 30, { operator: 'gte', operator_value: 5 })],
    },
    {
      title: t('Did one event, but not another'),
      part: 'key',
      values: [did(once, 30), did(once, 30, { negation: true }, otherEvent)],
    },
    {
      title: t('Email at a domain'),
      part: 'value',
      values: [{ type: 'person', key: 'email', operator: 'icontains', value: '@example.com' }],
    },
  ];
}

/** Appends the conditions to a group, or creates `properties` with them if there is no group yet. */
export function addTemplate(
  shape: FilterShape,
  group: FilterGroup | undefined,
  { values }: FilterTemplate,
  options?: FormatOptions,
): Change {
  const all = JSON.stringify(values);
  if (!group) {
    const raw = `{"type":"AND","values":${all}}`;
    return runSteps(
      shape,
      ['properties', 'values', 0],
      [(text) => setMember(text, [], 'properties', raw, options)],
    );
  }
  const isWrapped = group.join !== 'AND' && values.length > 1;
  const raws = isWrapped ? [`{"type":"AND","values":${all}}`] : values.map((value) => JSON.stringify(value));
  const at = group.items.length;
  const hasList = nodeAt(shape.root, group.itemsPath) !== undefined;
  const steps = raws.map(
    (raw, index): EditStep =>
      (text) =>
        hasList || index > 0
          ? insertItem(text, group.itemsPath, at + index, raw, options)
          : setMember(text, group.path, 'values', `[${raw}]`, options),
  );
  const path = [...group.itemsPath, at];
  return runSteps(shape, isWrapped ? [...path, 'values', 0] : path, steps);
}
