// Every setting that is read, ours and the editor's own, with its type, its range and its default. VS Code checks none of
// them: whatever is in settings.json, a value from here is valid.
import type { NetworkSettings } from '#api/clientTypes.ts';
import type { Settings } from '#manifest.ts';

/** The value of each setting once it is read. */
export interface SettingValues extends Omit<Settings, 'cohortDeck.connections'> {
  /** The value as it is in settings.json: the model reports each unusable entry. */
  readonly 'cohortDeck.connections': unknown;
  readonly 'editor.detectIndentation': boolean;
  readonly 'editor.insertSpaces': boolean;
  /** A factor below 8, pixels from 8 on, the editor's default at 0. */
  readonly 'editor.lineHeight': number;
  readonly 'editor.tabSize': number;
  readonly 'editor.wordWrap': 'off' | 'on' | 'wordWrapColumn' | 'bounded';
  readonly 'files.autoSave': 'off' | 'afterDelay' | 'onFocusChange' | 'onWindowChange';
  /** Trimmed; empty if there is none. */
  readonly 'http.proxy': string;
  readonly 'http.proxyAuthorization': string;
  readonly 'http.proxyStrictSSL': boolean;
  readonly 'http.proxySupport': 'off' | 'on' | 'fallback' | 'override';
  readonly 'http.noProxy': readonly string[];
}
export type ReadableSettingId = keyof SettingValues;

/** Longer texts are no address and no header. */
const maxTextLength = 2000;
const maxTexts = 1000;

export const settingTable: {
  readonly [K in ReadableSettingId]: (value: unknown) => SettingValues[K];
} = {
  'cohortDeck.connections': (value) => value,
  'cohortDeck.agents.access': agentAccess,
  'cohortDeck.agents.persons': boolean(false),
  'cohortDeck.pageSize': wholeNumber(10, 1000, 100),
  'cohortDeck.requestTimeoutSeconds': wholeNumber(1, 600, 30),
  'cohortDeck.confirmDelete': boolean(true),
  'cohortDeck.exports.keepDays': number(0, 36_500, 7),
  'cohortDeck.history.keepDays': number(0, 36_500, 30),
  'editor.detectIndentation': boolean(true),
  'editor.insertSpaces': boolean(true),
  'editor.lineHeight': number(0, 150, 0),
  'editor.tabSize': wholeNumber(1, 32, 4),
  'editor.wordWrap': oneOf(['off', 'on', 'wordWrapColumn', 'bounded'], 'off'),
  'files.autoSave': oneOf(['off', 'afterDelay', 'onFocusChange', 'onWindowChange'], 'off'),
  'http.proxy': text,
  'http.proxyAuthorization': headerText,
  'http.proxyStrictSSL': boolean(true),
  'http.proxySupport': oneOf(['off', 'on', 'fallback', 'override'], 'override'),
  'http.noProxy': texts,
};

/** `value`: what is in settings.json, or the default of package.json. */
export function parseSetting<K extends ReadableSettingId>(id: K, value: unknown): SettingValues[K] {
  return settingTable[id](value);
}

/** What is misspelled allows nothing. */
function agentAccess(value: unknown): Settings['cohortDeck.agents.access'] {
  return value === undefined ? 'read' : oneOf(['off', 'read', 'write'], 'off')(value);
}

function boolean(fallback: boolean): (value: unknown) => boolean {
  return (value) => (typeof value === 'boolean' ? value : fallback);
}

function number(min: number, max: number, fallback: number): (value: unknown) => number {
  return (value) =>
    typeof value === 'number' && !Number.isNaN(value) ? Math.min(Math.max(value, min), max) : fallback;
}

/** A fraction is rounded up. */
function wholeNumber(min: number, max: number, fallback: number): (value: unknown) => number {
  const read = number(min, max, fallback);
  return (value) => Math.ceil(read(value));
}

function oneOf<T extends string>(choices: readonly T[], fallback: T): (value: unknown) => T {
  return (value) => choices.find((choice) => choice === value) ?? fallback;
}

function text(value: unknown): string {
  return typeof value === 'string' && value.length <= maxTextLength ? value.trim() : '';
}

/** Empty for a text that no header can hold. */
function headerText(value: unknown): string {
  const trimmed = text(value);
  return /^[\x20-\x7e]*$/.test(trimmed) ? trimmed : '';
}

/** A single text is a list of one. */
function texts(value: unknown): readonly string[] {
  return [value]
    .flat()
    .slice(0, maxTexts)
    .map(text)
    .filter((entry) => entry !== '');
}

type HttpSettingId = Extract<ReadableSettingId, `http.${string}`>;

/** The editor's proxy settings and the environment's as what a client needs. `read` gives a valid value. */
export function chooseProxy(
  read: <K extends HttpSettingId>(id: K) => SettingValues[K],
  env: Readonly<Record<string, string | undefined>>,
): NetworkSettings {
  const strictTls = read('http.proxyStrictSSL');
  // The setting turns every proxy off, the environment's as well.
  if (read('http.proxySupport') === 'off') return { strictTls, proxySource: 'http.proxySupport' };
  const variable = proxyVariables.find((name) => env[name] !== undefined);
  const fromEnvironment = variable === undefined ? '' : (env[variable]?.trim() ?? '');
  const fromSettings = read('http.proxy');
  const noProxy = [...read('http.noProxy'), env['NO_PROXY'] ?? env['no_proxy'] ?? ''];
  return {
    proxy: fromSettings || fromEnvironment || undefined,
    proxySource: fromSettings ? 'http.proxy' : fromEnvironment ? variable : undefined,
    noProxy: noProxy.flatMap((entry) => entry.split(/[\s,]+/)).filter((entry) => entry !== ''),
    strictTls,
    proxyAuthorization: read('http.proxyAuthorization') || undefined,
  };
}

const proxyVariables = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'];
