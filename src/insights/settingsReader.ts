import { toJsonText } from '#json/parsedValue.ts';
import { displayText } from '#text/displayText.ts';
import type { UndrawnSetting } from './chartModel.ts';
import { type Fields, fieldsOf, isFields, textOf } from './resultValues.ts';

/** More say nothing that these do not. */
const maxUndrawn = 20;
const maxNameLength = 60;

/**
 * Reads settings by key and reports each one that is set and that nothing has read. So no setting of a chart is left out
 * silently, and none that a service adds later.
 */
export class SettingsReader {
  readonly #fields: Fields;
  readonly #unread: Set<string>;
  readonly #undrawn: UndrawnSetting[];
  readonly #inner: SettingsReader[] = [];

  /** @param given unchecked; anything but an object has no settings */
  constructor(given: unknown, undrawn: UndrawnSetting[] = []) {
    this.#fields = fieldsOf(given);
    this.#unread = new Set(Object.keys(this.#fields).filter((key) => isSet(this.#fields[key])));
    this.#undrawn = undrawn;
  }

  raw(key: string): unknown {
    this.#unread.delete(key);
    return Object.hasOwn(this.#fields, key) ? this.#fields[key] : undefined;
  }

  text(key: string): string {
    return textOf(this.raw(key));
  }

  /** The settings in an object; anything else that is set there is reported. */
  inside(key: string): SettingsReader {
    const value = this.raw(key);
    if (isSet(value) && !isFields(value)) this.report(key);
    return this.#added(new SettingsReader(value, this.#undrawn));
  }

  /** The settings in each object of a list; anything else that is set there is reported. */
  each(key: string): readonly SettingsReader[] {
    const value = this.raw(key);
    const all: readonly unknown[] = Array.isArray(value) ? value : [];
    if (isSet(value) && !(Array.isArray(value) && all.every(isFields))) this.report(key);
    return all.map((one) => this.#added(new SettingsReader(one, this.#undrawn)));
  }

  /** What a value means, if it is a known one. Others are reported. */
  choice<T>(key: string, known: ReadonlyMap<unknown, T>): T | undefined {
    const value = this.raw(key);
    const found = known.get(value);
    if (found === undefined && isSet(value)) this.report(key);
    return found;
  }

  /** Reports the setting unless it is unset or has one of these values, which is what is drawn. */
  expect(key: string, ...drawn: readonly unknown[]): void {
    const value = this.raw(key);
    const hasValue = value !== null && value !== undefined;
    if (hasValue && !drawn.includes(value) && (isSet(value) || drawn.length > 0)) this.report(key);
  }

  /** For keys that change nothing of what is drawn. */
  skip(keys: readonly string[]): void {
    for (const key of keys) this.#unread.delete(key);
  }

  /** @param name what it is reported as, unless by its key */
  report(key: string, name = key): void {
    this.#unread.delete(key);
    if (this.#undrawn.length >= maxUndrawn) return;
    const shown = displayText(name, maxNameLength);
    if (this.#undrawn.some((one) => one.name === shown)) return;
    const value = this.#fields[key];
    const short = typeof value === 'string' ? value : (toJsonText(value) ?? '…');
    this.#undrawn.push({ name: shown, value: displayText(short, maxNameLength) });
  }

  /** Reports everything that is left. @returns all that was reported */
  finish(): readonly UndrawnSetting[] {
    for (const key of this.#unread) this.report(key);
    for (const one of this.#inner) one.finish();
    return this.#undrawn;
  }

  #added(inner: SettingsReader): SettingsReader {
    this.#inner.push(inner);
    return inner;
  }
}

/** Services write the flags that are off, and empty texts, lists and objects, of what a person has not set. */
function isSet(value: unknown): boolean {
  if (Array.isArray(value)) return value.length > 0;
  return isFields(value) ? Object.values(value).some((one) => !isOff(one)) : !isOff(value);
}

function isOff(value: unknown): boolean {
  return value === null || value === undefined || value === '' || value === false;
}
