// Conditions of cohorts as the strictest deployments check them.
import { isObject, textOf } from '#sandbox/json/jsonValue.ts';
import { invalid } from '#sandbox/http/serviceError.ts';

const shared = [
  'type',
  'key',
  'value',
  'operator',
  'negation',
  'bytecode',
  'bytecode_error',
  'conditionHash',
];
/** What a condition of each type must have, and what else it may have. */
const leafTypes: Readonly<
  Record<string, { readonly needs: readonly string[]; readonly may: readonly string[] }>
> = {
  person: { needs: ['key', 'operator'], may: shared },
  person_metadata: { needs: ['key', 'operator'], may: shared },
  cohort: { needs: ['value'], may: shared },
  behavioral: {
    needs: ['key', 'value', 'event_type'],
    may: [
      ...shared,
      'event_type',
      'event_filters',
      'time_value',
      'time_interval',
      'explicit_datetime',
      'explicit_datetime_to',
      'operator_value',
      'seq_event',
      'seq_event_type',
      'seq_time_value',
      'seq_time_interval',
      'total_periods',
      'min_periods',
    ],
  },
};

const noValueNeeded: ReadonlySet<unknown> = new Set(['is_set', 'is_not_set']);

type Path = readonly (string | number)[];

/** Throws ServiceError for the first condition that is wrong. */
export function refuseLooseConditions(filters: Record<string, unknown>): void {
  const waiting: (readonly [path: Path, node: unknown])[] = [[['properties'], filters['properties']]];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [path, node] = next;
    if (!isObject(node)) continue;
    const values: unknown = node['values'];
    const type = textOf(node['type'] ?? null);
    if (Array.isArray(values))
      waiting.push(
        ...values.map((value, index) => [[...path, type, 'values', index], value] as const).toReversed(),
      );
    else if (Object.keys(node).length > 0) refuseLooseLeaf(node, [...path, type]);
  }
}

function refuseLooseLeaf(leaf: Record<string, unknown>, path: Path): void {
  const refusal = (message: string, ...key: readonly string[]) => refusalAt([...path, ...key], message);
  const type = textOf(leaf['type'] ?? null);
  const known = Object.hasOwn(leafTypes, type) ? leafTypes[type] : undefined;
  if (!known) throw refusal(`Unknown condition type '${type}'`, 'type');
  const needsValue = known.needs.includes('operator') && !noValueNeeded.has(leaf['operator']);
  const needs = needsValue ? [...known.needs, 'value'] : known.needs;
  const missing = needs.find((key) => leaf[key] === undefined || leaf[key] === null);
  if (missing !== undefined)
    throw refusal(`Missing required field '${missing}' in ${type} condition`, missing);
  const extra = Object.keys(leaf).find((key) => !known.may.includes(key));
  if (extra !== undefined) throw refusal(`Unknown field '${extra}' in ${type} condition`, extra);
}

/** The list of a validator's findings, as Python prints it. Between keys and indexes it has the names of types. */
function refusalAt(path: Path, message: string): Error {
  const loc = path.map((step) => (typeof step === 'number' ? String(step) : `'${step}'`)).join(', ');
  const finding = `{'type': 'value_error', 'loc': (${loc},), 'msg': "Value error, ${message}", 'input': {}}`;
  return invalid('filters', 'invalid_input', `[${finding}]`);
}
