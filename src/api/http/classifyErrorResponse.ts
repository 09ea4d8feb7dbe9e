// The ApiError of a response with a status outside 200–299.
import { ApiError, type ApiErrorFields, type ApiErrorKind } from '#api/apiError.ts';
import type { HttpResponse } from './responseBody.ts';
import { looksLikeHtml, readRetryAfterMs, requestIdOf, sentAtMs, withoutSecret } from './responseHeaders.ts';

const maxDetailLength = 600;
/** No path in a text that a person can edit is longer. */
const maxAttrLength = 2000;
const maxPathLength = 200;
/** Joins the path of a field in `attr`. */
const attrSeparator = '__';
/** A code is machine-readable; anything else is ignored. */
const codePattern = /^[\w.-]{1,64}$/;

/** `secret` is in no field of the error. */
export function classifyErrorResponse(response: HttpResponse, operation: string, secret: string): ApiError {
  const { status, headers } = response;
  const text = response.body.toString('utf8');
  const fault = readFault(text);
  const requestId = requestIdOf(headers);
  if (status < 400) return redirectError(response, secret, { status, operation, requestId });
  const reasons = fault.reasons.map(({ path, message }) => ({
    path: path.map((step) => (typeof step === 'string' ? withoutSecret(step, secret) : step)),
    message: withoutSecret(message, secret).slice(0, maxDetailLength),
  }));
  const detail = detailOf(reasons).slice(0, maxDetailLength) || undefined;
  const scope = status === 403 ? /scope '([\w:.*-]{1,100})'/.exec(detail ?? '')?.[1] : undefined;
  const code = withoutSecret(fault.code ?? '', secret);
  const attr = withoutSecret(fault.attr ?? '', secret);
  return new ApiError(
    kindOf(status, scope, looksLikeHtml(text, headers)),
    `The service returned status ${status}.`,
    {
      status,
      operation,
      requestId,
      scope,
      detail,
      code: codePattern.test(code) ? code : undefined,
      attr: attr !== '' && attr.length <= maxAttrLength ? attr : undefined,
      reasons: fault.areLocated ? reasons : undefined,
      retryAfterMs:
        status === 429 || status === 503
          ? readRetryAfterMs(headers['retry-after'], detail, sentAtMs(headers))
          : undefined,
    },
  );
}

function kindOf(status: number, scope: string | undefined, isHtml: boolean): ApiErrorKind {
  if (status >= 500) return 'server';
  if (status === 429) return 'throttled';
  if (status === 405) return 'notAllowed';
  if (status === 408) return 'timeout';
  if ([406, 413, 415].includes(status)) return 'invalid'; // proxies say so as well, with a page of their own
  if (isHtml) return 'notJson'; // a proxy's page, or another site altogether
  if (status === 401) return 'unauthenticated';
  if (status === 403) return scope === undefined ? 'forbidden' : 'missingScope';
  if (status === 404) return 'notFound';
  return 'invalid';
}

/** `detail` is where it leads, without a query, a session in the path, or the key. */
function redirectError({ headers }: HttpResponse, secret: string, fields: ApiErrorFields): ApiError {
  const target = URL.parse(headers['location'] ?? '', 'https://same-host.invalid');
  const origin = target === null || target.host === 'same-host.invalid' ? '' : target.origin;
  const path = (target?.pathname ?? '').replace(/;.*/s, '').slice(0, maxPathLength);
  const detail = withoutSecret(origin + path, secret) || undefined;
  const message = 'The service redirects. Redirects are not followed.';
  return new ApiError('unexpected', message, { ...fields, detail, code: 'redirect' });
}

interface Fault {
  readonly reasons: readonly ErrorReason[];
  /** Whether the reasons have places of their own. */
  readonly areLocated: boolean;
  readonly code?: string | undefined;
  readonly attr?: string | undefined;
}

/** `{type, code, detail, attr}`; of any other JSON, the texts in it are the reasons. */
function readFault(text: string): Fault {
  const body = parsed(text);
  const read = (name: string): unknown => (isMap(body) ? Reflect.get(body, name) : undefined);
  const textOf = (name: string): string | undefined => {
    const value = read(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  const isOwnForm = isMap(body) && ['detail', 'type', 'code', 'attr'].some((name) => name in body);
  const detail = isOwnForm ? read('detail') : body;
  const reasons = readReasons(detail);
  const areLocated = reasons.some(({ path }) => path.length > 0);
  const attr = textOf('attr');
  // A map has the names of fields; a validator's list has the places in the field that `attr` names.
  const named = attr ?? (isMap(detail) ? reasons[0]?.path.join(attrSeparator) || undefined : undefined);
  return { reasons, areLocated, code: textOf('code'), attr: named };
}

function isMap(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\uFEFF/, '')); // a byte order mark
  } catch {
    return undefined; // the status says enough
  }
}

/** One text of all reasons; places in a field are left out, as they hold names of the validator's types. */
function detailOf(reasons: readonly ErrorReason[]): string {
  const words = reasons.map(({ path, message }) => {
    const [field, ...rest] = path;
    return field === undefined || rest.length > 0 ? message : `${field}: ${message}`;
  });
  const all = [...new Set(words)];
  return all.map((one, at) => (at < all.length - 1 && !/[.!?:;,]$/.test(one) ? `${one}.` : one)).join(' ');
}

// Why a service refuses a request: the `detail` of an error as sentences, each with the place that it is about. A detail may be
// a text, a list or a map of texts, or what a validator of Python printed, also cut off: a list of `loc` and `msg`, or the
// `ErrorDetail(string='…', code='…')` of Django REST in lists and maps.

export interface ErrorReason {
  /** Keys and indexes from the record on; validators put names of their types between them. Empty if no place is named. */
  readonly path: readonly (string | number)[];
  readonly message: string;
}

const maxReasons = 20;
/** Longer paths lead nowhere in a text that people edit. */
const maxSteps = 200;
/** Keys under which services say what concerns no single field. */
const ofNoField: ReadonlySet<string> = new Set([
  'non_field_errors',
  '__all__',
  'detail',
  'error',
  'errors',
  'message',
]);

/** In the order of the detail; its values may be nested to any depth. */
export function readReasons(detail: unknown): readonly ErrorReason[] {
  const reasons: ErrorReason[] = [];
  const waiting: { readonly path: ErrorReason['path']; readonly value: unknown }[] = [
    { path: [], value: detail },
  ];
  for (let next = waiting.pop(); next && reasons.length < maxReasons; next = waiting.pop()) {
    const { path, value } = next;
    const found = typeof value === 'string' ? reasonsInText(value) : located(value);
    if (found) reasons.push(...found.map((one) => ({ ...one, path: [...path, ...one.path] })));
    else if (typeof value === 'object' && value !== null) waiting.push(...inside(path, value).toReversed());
  }
  return reasons.slice(0, maxReasons);
}

function inside(path: ErrorReason['path'], value: object) {
  const isList = Array.isArray(value);
  return Object.entries(value)
    .slice(0, maxReasons)
    .map(([key, inner]: [string, unknown]) => {
      const isPlace = isList ? typeof inner === 'object' && !located(inner) : !ofNoField.has(key);
      const step = isList ? Number(key) : key;
      return { path: isPlace && path.length < maxSteps ? [...path, step] : path, value: inner };
    });
}

/** One reason of a validator; undefined for anything else. */
function located(value: unknown): readonly ErrorReason[] | undefined {
  if (typeof value !== 'object' || value === null || !('msg' in value) || !('loc' in value)) return undefined;
  const { msg, loc } = value;
  return typeof msg === 'string' && Array.isArray(loc) ? [reasonOf(loc, msg)] : undefined;
}

function reasonOf(loc: readonly unknown[], msg: string): ErrorReason {
  const path = loc.filter((step) => typeof step === 'string' || typeof step === 'number');
  return { path, message: msg.replace(/^Value error, /, '').trim() };
}

function reasonsInText(text: string): readonly ErrorReason[] | undefined {
  const start = text.search(/[[{]|ErrorDetail\(/);
  const isPrinted = start >= 0 && /['"]msg['"]|ErrorDetail\(/.test(text);
  const printed = isPrinted ? new PrintedReasons(text, start).reasons : [];
  if (printed.length > 0) return printed;
  return text.trim() === '' ? undefined : [{ path: [], message: text.trim() }];
}

type Value = string | number | undefined | List | Dict;
/** `isInput`: a part of what was sent, which the validator repeats. `isDetail`: its first item is the message. */
interface List {
  readonly items: Value[];
  readonly isInput: boolean;
  readonly isDetail: boolean;
}
interface Dict {
  readonly members: Map<Value, Value>;
  readonly isInput: boolean;
  /** Read, but its value is not yet. */
  key?: Value;
}

/** Reads the values of Python that a text has, or of JSON. What is neither is skipped, and what is not closed ends with it. */
class PrintedReasons {
  readonly reasons: ErrorReason[] = [];
  readonly #text: string;
  #at: number;
  readonly #open: (List | Dict)[] = [];
  readonly #openCounts = { items: 0, members: 0 };
  /** The value that was read last, until a comma, a colon or an end takes it. */
  #value: Value;

  constructor(text: string, start: number) {
    this.#text = text;
    this.#at = start;
    while (this.#at < text.length) this.#token();
    while (this.#open.length > 0) this.#close();
  }

  #token(): void {
    const sign = this.#text.charAt(this.#at);
    if (sign === '"' || sign === "'") return this.#string(sign);
    if (/[\w+-]/.test(sign)) return this.#word();
    const isDetail = sign === '(' && this.#text.endsWith('ErrorDetail', this.#at);
    this.#at++;
    if (sign === '[' || sign === '(') this.#push({ items: [], isInput: this.#isInInput(), isDetail });
    else if (sign === '{') this.#push({ members: new Map(), isInput: this.#isInInput() });
    else if (sign === ']' || sign === ')') this.#closeUpTo('items');
    else if (sign === '}') this.#closeUpTo('members');
    else if (sign === ':') this.#takeKey();
    else if (sign === ',') this.#take();
    else if (sign === '<') this.#skipObject();
  }

  #isInInput(): boolean {
    const around = this.#open.at(-1);
    if (around === undefined || around.isInput) return around !== undefined;
    return 'members' in around && (around.key === 'input' || around.key === 'ctx');
  }

  #push(container: List | Dict): void {
    this.#open.push(container);
    this.#openCounts['items' in container ? 'items' : 'members']++;
  }

  #string(quote: string): void {
    const { text, end, isWhole } = unquoted(this.#text, this.#at, quote);
    this.#value = isWhole ? text : `${text}…`;
    this.#at = end;
  }

  /** A number, `None`, or the letter in front of a string. */
  #word(): void {
    const start = this.#at;
    while (/[\w.+-]/.test(this.#text.charAt(this.#at))) this.#at++;
    const number = Number(this.#text.slice(start, this.#at));
    this.#value = Number.isNaN(number) ? undefined : number;
  }

  /** `<Type object at 0x…>`, and the value of an enumeration. */
  #skipObject(): void {
    const end = this.#text.indexOf('>', this.#at);
    if (end >= 0) this.#at = end + 1;
  }

  #takeKey(): void {
    const container = this.#open.at(-1);
    if (container && 'members' in container) container.key = this.#value;
    this.#value = undefined;
  }

  #take(): void {
    const container = this.#open.at(-1);
    if (container && 'items' in container) container.items.push(this.#value);
    else if (container?.key !== undefined) {
      container.members.set(container.key, this.#value);
      container.key = undefined;
    }
    this.#value = undefined;
  }

  /** A sign that closes nothing is skipped: a part of the text is missing. */
  #closeUpTo(kind: 'items' | 'members'): void {
    if (this.#openCounts[kind] === 0) return;
    for (let isClosed = false; !isClosed;) isClosed = this.#close(kind);
  }

  /** @returns whether it was of that kind */
  #close(kind?: 'items' | 'members'): boolean {
    if (this.#value !== undefined) this.#take();
    const container = this.#open.pop();
    this.#value = container;
    if (!container) return true;
    this.#openCounts['items' in container ? 'items' : 'members']--;
    if ('members' in container) this.#addReason(container);
    else if (container.isDetail) this.#addDetail(container);
    return kind !== undefined && kind in container;
  }

  #addReason({ members, isInput }: Dict): void {
    if (isInput) return;
    const [msg, loc] = [members.get('msg'), members.get('loc')];
    if (typeof msg !== 'string' || this.reasons.length >= maxReasons) return;
    this.reasons.push(reasonOf(typeof loc === 'object' && 'items' in loc ? loc.items : [], msg));
  }

  #addDetail({ items: [message], isInput }: List): void {
    if (isInput || typeof message !== 'string' || this.reasons.length >= maxReasons) return;
    if (message.trim() === '') return; // what came says more than no words
    this.reasons.push({ path: this.#path(), message: message.trim() });
  }

  /** Where the value that was closed last is: keys, and the indexes of lists of maps. */
  #path(): ErrorReason['path'] {
    const steps = this.#open.slice(0, maxSteps).map((around, level) => {
      if ('items' in around) return level + 1 < this.#open.length ? around.items.length : undefined;
      const { key } = around;
      return typeof key === 'number' || (typeof key === 'string' && !ofNoField.has(key)) ? key : undefined;
    });
    return steps.filter((step) => step !== undefined);
  }
}

const escapes: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', '\n': '' };

/** `start`: of its quote. */
function unquoted(text: string, start: number, quote: string) {
  let read = '';
  let at = start + 1;
  while (at < text.length) {
    const sign = text.charAt(at);
    if (sign === quote) return { text: read, end: at + 1, isWhole: true };
    if (sign !== '\\') {
      read += sign;
      at++;
      continue;
    }
    const letter = text.charAt(at + 1);
    const length = { x: 2, u: 4, U: 8 }[letter] ?? 0;
    const code = Number.parseInt(text.slice(at + 2, at + 2 + length), 16);
    const isCode = length > 0 && code <= 0x10ffff;
    read += isCode ? String.fromCodePoint(code) : (escapes[letter] ?? letter);
    at += 2 + (isCode ? length : 0);
  }
  return { text: read, end: text.length, isWhole: false };
}
