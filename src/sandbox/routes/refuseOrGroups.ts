// Conditions of dashboards where a deployment knows plain lists only.
import { isObject } from '#sandbox/json/jsonValue.ts';
import { itemTexts, memberTexts } from '#sandbox/json/rawJson.ts';
import { invalid } from '#sandbox/http/serviceError.ts';

/** The filters with AND groups in `properties` made a plain list. Throws ServiceError for an OR group. */
export function refuseOrGroups(filters: string): string {
  const members = memberTexts(filters);
  const properties = members.get('properties');
  if (properties === undefined || !properties.startsWith('{')) return filters;
  members.set('properties', `[${leavesOf(properties).join()}]`);
  return `{${[...members].map(([key, value]) => `${JSON.stringify(key)}:${value}`).join()}}`;
}

function leavesOf(text: string): readonly string[] {
  const node: unknown = JSON.parse(text);
  if (!isObject(node) || !Array.isArray(node['values'])) return [text];
  const items = itemTexts(memberTexts(text).get('values') ?? '[]');
  if (node['type'] === 'OR' && items.length > 1) {
    throw invalid('filters', 'invalid_input', 'OR is not supported in the properties of a dashboard.');
  }
  return items.flatMap((item) => leavesOf(item));
}
