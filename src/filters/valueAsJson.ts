// A value that is edited as JSON in a field: its text, the problem of a typed text, and the change that applies it. It
// keeps its own lines; only their indentation is adapted.
import type { FilterShape } from './filterShape.ts';
import { setRaw } from './valueEdits.ts';
import { type Change } from './filterChange.ts';
import type { FormatOptions } from '#json/formatJson.ts';
import { lineIndent } from '#json/indentation.ts';
import { checkJsonObject, type JsonProblem } from '#json/checkJsonObject.ts';
import { lineColumnOf } from '#json/lineColumn.ts';
import { parseJsonTree, type JsonNode, type JsonPath } from '#json/jsonTree.ts';
import { describeJsonProblem } from '#json/describeJsonProblem.ts';
import { escapeUnseen } from '#text/displayText.ts';
import { type Translate } from '#text/translate.ts';

/** The value's text, without the indentation of its place. What is not seen is written as its escape. */
export function jsonOf(text: string, { from, to }: Pick<JsonNode, 'from' | 'to'>): string {
  return escapeUnseen(text.slice(from, to).replaceAll(`\n${lineIndent(text, from)}`, '\n'));
}

/** Undefined if the text is not a JSON value or would be nested too deeply. */
export function writeJson(shape: FilterShape, path: JsonPath, json: string, options?: FormatOptions): Change {
  return setRaw(shape, path, json, { ...options, keepsLines: true });
}

export interface JsonFault {
  /** One sentence, with line and column. */
  readonly message: string;
  /** The range in the text; its end if the place is not known. */
  readonly from: number;
  readonly to: number;
}

/** Undefined if the text is a JSON value. */
export function faultOf(json: string, t: Translate): JsonFault | undefined {
  if (json.trim() === '')
    return { message: t('Enter a JSON value, for example null.'), from: 0, to: json.length };
  if (parseJsonTree(json)) return undefined;
  const problem = firstError(json);
  if (!problem)
    return {
      message: t('Enter exactly one JSON value.'),
      from: json.length,
      to: json.length,
    };
  const from = Math.min(problem.offset, json.length);
  const { line, column } = lineColumnOf(json, from);
  const words = describeJsonProblem(problem, t);
  const message = t('{0} (line {1}, column {2})', words, line, column);
  return { message, from, to: Math.min(from + problem.length, json.length) };
}

/** The check is for objects, so the value is checked as the only member of an object that is never closed. */
const before = '{"":';

function firstError(json: string): JsonProblem | undefined {
  const found = checkJsonObject(before + json).find(
    ({ severity, offset }) => severity === 'error' && offset >= before.length,
  );
  return found && { ...found, offset: found.offset - before.length };
}
