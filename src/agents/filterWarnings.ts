// What may be wrong with filters that an agent wrote: parts that are misspelled or that nothing in the project knows.
import { isApiError } from '#api/apiError.ts';
import { referencesIn } from '#filters/conditionReferences.ts';
import { describeItem } from '#filters/describeFilters.ts';
import { partsOf } from '#filters/filterShape.ts';
import { parseFilterShape } from '#filters/parseFilterShape.ts';
import { conditionMarks } from '#model/documents/documentPlaces.ts';
import { collectNames } from '#model/records/namesInFilters.ts';
import { seenValuesOf } from '#model/records/persons/seenValues.ts';
import type { RecordKind, RecordRef } from '#model/records/recordRef.ts';
import { inEnglish } from '#text/translate.ts';
import type { ToolContext } from './agentTool.ts';
import { quoteText } from './answerText.ts';
import { loadReadable } from './readTools.ts';

const maxWarnings = 12;
/** Cohorts that are requested because no list has them. */
const maxRead = 12;

/** In lines for a model; empty if there is nothing to warn of. */
export async function filterWarnings(
  context: ToolContext,
  ref: Pick<RecordRef, 'connectionId' | 'projectId' | 'kind'>,
  text: string,
): Promise<readonly string[]> {
  const marks = conditionMarks(text, ref.kind, inEnglish).map(({ message }) => quoteText(message, 200));
  const shape = parseFilterShape(text, ref.kind);
  const odd = shape?.group
    ? [...partsOf(shape.group)].flatMap((item) =>
        item.kind === 'other' && item.reason !== 'empty'
          ? [`not understood: ${quoteText(describeItem(item, inEnglish))}`]
          : [],
      )
    : [];
  const lines = [...marks, ...odd, ...(await unknownNames(context, ref, text))];
  const left = lines.length - maxWarnings;
  const shown = left > 0 ? [...lines.slice(0, maxWarnings), `${left} more`] : lines;
  return shown.map((line) => `warning: ${line}`);
}

async function unknownNames(
  context: ToolContext,
  { connectionId, projectId }: Pick<RecordRef, 'connectionId' | 'projectId'>,
  text: string,
): Promise<readonly string[]> {
  const project = { connectionId, projectId };
  await context.loadNames(project);
  const kinds: readonly RecordKind[] = ['cohort', 'dashboard'];
  const lists = kinds.map((kind) => ({ ...project, kind }));
  await loadReadable(context, lists);
  const records = lists.flatMap((list) => context.catalog.list(list).records);
  const known = collectNames(records);
  const properties = new Set([...known.properties, ...seenValuesOf(context.seenValues, project).keys()]);
  const events = new Set(known.events);
  const own = collectNames([], [parsed(text)]);
  const isNew = (used: ReadonlySet<string>) => (name: string) => !used.has(name) && mentions(text, name);
  const cohorts = new Set(records.flatMap((record) => ('is_static' in record ? [record.id] : [])));
  const unlisted = new Set(
    referencesIn(text).flatMap(({ kind, id }) => (kind === 'cohort' && !cohorts.has(id) ? [id] : [])),
  );
  return [
    ...own.properties
      .filter(isNew(properties))
      .map((name) => `no person or filter that was read has the property ${quoteText(name, 80)}`),
    ...own.events
      .filter(isNew(events))
      .map((name) => `no filter that was read names the event ${quoteText(name, 80)}`),
    ...(await unknownCohorts(
      context,
      [...unlisted].map((id) => ({ ...project, kind: 'cohort', id })),
    )),
  ];
}

/** Lists lack cohorts beyond a limit, and those that somebody has created since. */
async function unknownCohorts(
  context: ToolContext,
  unlisted: readonly RecordRef[],
): Promise<readonly string[]> {
  const read = unlisted.slice(0, maxRead);
  const lines = (await Promise.all(read.map((ref) => unknownCohort(context, ref)))).flat();
  const left = unlisted.length - read.length;
  return left > 0 ? [...lines, `${left} more cohorts that it names were not looked up`] : lines;
}

async function unknownCohort({ catalog, signal }: ToolContext, ref: RecordRef): Promise<readonly string[]> {
  try {
    const { deleted } = await catalog.retrieve(ref, { signal, priority: 'export' });
    return deleted ? [`cohort ${ref.id} is deleted`] : [];
  } catch (error) {
    signal.throwIfAborted();
    return [
      isApiError(error, 'notFound')
        ? `there is no cohort ${ref.id} in this project`
        : `cohort ${ref.id} could not be read`,
    ];
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** `collectNames` adds names that are common everywhere. */
function mentions(text: string, name: string): boolean {
  return text.includes(JSON.stringify(name));
}
