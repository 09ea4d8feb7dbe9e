// Reads and validates a body's fields as the service does: it accepts a number for a string and "true" for true, and its
// messages are the same.
import { invalid } from '#sandbox/http/serviceError.ts';
import { asText, isJsonObject, typeName } from '#sandbox/json/rawJson.ts';

type Values = Readonly<Record<string, unknown>>;

export interface TextRule {
  readonly isNullable: boolean;
  readonly maxLength?: number;
}

/** Trimmed. Undefined if the field is missing. */
export function readText(values: Values, name: string, rule: TextRule): string | null | undefined {
  const value = readPresent(values, name, rule.isNullable);
  if (value === undefined || value === null) return value;
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw invalid(name, 'invalid_input', 'Not a valid string.');
  }
  const text = String(value).trim();
  if (text.includes('\0'))
    throw invalid(name, 'null_characters_not_allowed', 'Null characters are not allowed.');
  if (rule.maxLength !== undefined && countCodePoints(text) > rule.maxLength) {
    throw invalid(name, 'max_length', `Ensure this field has no more than ${rule.maxLength} characters.`);
  }
  return text;
}

/** The service counts code points, not UTF-16 units. */
function countCodePoints(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

export function readFlag(values: Values, name: string): boolean | undefined {
  const value = readPresent(values, name, false);
  if (value === undefined) return undefined;
  const word = asText(value).toLowerCase();
  if (typeof value !== 'object') {
    if (['true', 't', 'yes', 'y', 'on', '1'].includes(word)) return true;
    if (['false', 'f', 'no', 'n', 'off', '0'].includes(word)) return false;
  }
  throw invalid(name, 'invalid_input', 'Must be a valid boolean.');
}

export function readInteger(values: Values, name: string): number | null | undefined {
  const value = readPresent(values, name, true);
  if (value === undefined || value === null) return value;
  const number = typeof value === 'string' && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) {
    throw invalid(name, 'invalid_input', 'A valid integer is required.');
  }
  return number;
}

export function readChoice(values: Values, name: string, choices: readonly number[]): number | undefined {
  const value = readPresent(values, name, false);
  if (value === undefined) return undefined;
  const choice = choices.find((known) => String(known) === asText(value));
  if (choice === undefined || typeof value === 'object') {
    throw invalid(name, 'invalid_choice', `"${asText(value)}" is not a valid choice.`);
  }
  return choice;
}

/** A free-form map. */
export function readMap(values: Values, name: string): Readonly<Record<string, unknown>> | undefined {
  const value = readPresent(values, name, false);
  if (value === undefined) return undefined;
  if (isJsonObject(value)) return value;
  throw invalid(name, 'not_a_dict', `Expected a dictionary of items but got type "${typeName(value)}".`);
}

export function readList(values: Values, name: string): readonly unknown[] | undefined {
  const value = readPresent(values, name, false);
  if (value === undefined) return undefined;
  if (Array.isArray(value)) return value;
  throw invalid(name, 'not_a_list', `Expected a list of items but got type "${typeName(value)}".`);
}

function readPresent(values: Values, name: string, isNullable: boolean): unknown {
  const value = Object.hasOwn(values, name) ? values[name] : undefined;
  if (value === null && !isNullable) throw invalid(name, 'null', 'This field may not be null.');
  return value;
}
