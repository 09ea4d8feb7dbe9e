// A value that is written as JSON in the place where it stands: how it is shown, what is wrong with what was written,
// and the change that puts it in. It keeps its own lines; only their indentation is that of the place.
import type { FilterShape } from './shape.ts';
import { setRaw } from './valueEdits.ts';
import { type Change } from './change.ts';
import type { FormatOptions } from '#json/format.ts';
import { lineIndent } from '#json/layout.ts';
import { checkJsonObject, type JsonProblem } from '#json/check.ts';
import { lineColumnOf } from '#json/lineColumn.ts';
import { parseJsonTree, type JsonNode, type JsonPath } from '#json/tree.ts';
import { describeJsonProblem } from '#json/problemMessage.ts';
import { type Translate } from '#json/translate.ts';

/** The value's text, its lines without the indentation that they have in the whole. */
export function jsonOf(text: string, { from, to }: Pick<JsonNode, 'from' | 'to'>): string {
  return text.slice(from, to).replaceAll(`\n${lineIndent(text, from)}`, '\n');
}

/** Undefined where the text is no JSON value, or would be nested too deep. */
export function writeJson(shape: FilterShape, path: JsonPath, json: string, options?: FormatOptions): Change {
  return setRaw(shape, path, json, { ...options, keepsLines: true });
}

export interface JsonFault {
  /** One sentence for people, with the place. */
  readonly message: string;
  /** Where in the text; its end where it is not known better. */
  readonly from: number;
  readonly to: number;
}

/** Why a text is no JSON value; undefined where it is one. */
export function faultOf(json: string, t: Translate): JsonFault | undefined {
  if (json.trim() === '')
    return { message: t('Empty: a JSON value is needed, and be it null.'), from: 0, to: json.length };
  if (parseJsonTree(json)) return undefined;
  const problem = firstError(json);
  if (!problem)
    return {
      message: t('One JSON value can stand here, and nothing else.'),
      from: json.length,
      to: json.length,
    };
  const from = Math.min(problem.offset, json.length);
  const { line, column } = lineColumnOf(json, from);
  const words = describeJsonProblem(problem, t);
  const message = t('{0} (line {1}, column {2})', words, line, column);
  return { message, from, to: Math.min(from + problem.length, json.length) };
}

/** Errors are looked for in objects: the value is looked at as the only member of one, which is never closed. */
const before = '{"":';

function firstError(json: string): JsonProblem | undefined {
  const found = checkJsonObject(before + json).find(
    ({ severity, offset }) => severity === 'error' && offset >= before.length,
  );
  return found && { ...found, offset: found.offset - before.length };
}
