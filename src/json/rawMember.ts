// The raw text of one member of a JSON object: reads it from a response, writes it into a request.
import { JsonTokenizer } from './tokenizer.ts';
import { firstJsonError, type JsonProblem } from './checkJsonObject.ts';

/** The text is not a JSON object. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
  readonly problem: JsonProblem;
  constructor(problem: JsonProblem) {
    super(`Not a JSON object: ${problem.code} at offset ${problem.offset}.`);
    this.problem = problem;
  }
}

/**
 * The exact text of a member's value; for a duplicate key the last one, as with JSON.parse. Undefined if there is no
 * such member or the text is not an object. `text` must be valid JSON.
 */
export function sliceMember(text: string, name: string): string | undefined {
  const scanner = new JsonTokenizer(text);
  if (scanner.next() !== '{') return undefined;
  let found: string | undefined;
  while (scanner.next() === 'string') {
    const raw = text.slice(scanner.start, scanner.end);
    if (scanner.next() !== ':') return undefined;
    const value = readValue(scanner);
    if (value === undefined) return undefined;
    if (isNamed(raw, name)) found = value;
    if (scanner.next() !== ',') break;
  }
  return scanner.kind === '}' ? found : undefined;
}

/**
 * A body that sets one field to a raw value: `{"filters": …}`. Throws JsonTextError if `value` is not a JSON object, as
 * it could add other fields to the body.
 */
export function memberBody(name: string, value: string): string {
  const problem = firstJsonError(value);
  if (problem) throw new JsonTextError(problem);
  return `{${JSON.stringify(name)}: ${value}}`;
}

/** Reads one value. Undefined if the text ends inside it. */
function readValue(scanner: JsonTokenizer): string | undefined {
  let depth = 0;
  let start: number | undefined;
  do {
    const kind = scanner.next();
    start ??= scanner.start;
    if (kind === 'end') return undefined;
    if (kind === '{' || kind === '[') depth++;
    else if (kind === '}' || kind === ']') depth--;
  } while (depth > 0);
  return scanner.text.slice(start, scanner.end);
}

function isNamed(raw: string, name: string): boolean {
  if (!raw.includes('\\')) return raw.slice(1, -1) === name;
  try {
    return JSON.parse(raw) === name;
  } catch {
    return false; // an invalid escape
  }
}
