// All faults, each with its line of `--help`.
import type { IncomingMessage } from 'node:http';
import { invalid } from './serviceError.ts';

interface FaultKind {
  /** The value is a number of at least 0. */
  readonly needsNumber?: true;
  /** The help text of each form and parameter. */
  readonly help: Readonly<Record<string, string>>;
}

const faultTable = {
  latency: {
    needsNumber: true,
    help: { 'latency=MS': 'wait this long before handling the request' },
  },
  status: {
    needsNumber: true,
    help: {
      'status=N': 'respond with this status and do nothing',
      '  ;retry-after=S': 'the Retry-After header, in seconds; 429 has none by default',
      '  ;scope=NAME': 'for 403: the scope that the key lacks',
      '  ;html': 'as an HTML page, like a proxy',
    },
  },
  reset: {
    help: {
      reset: 'reset the connection without handling the request',
      'reset=after': 'handle the request, then reset the connection',
    },
  },
  half: { help: { half: 'announce the whole body, send half of it, then reset the connection' } },
  truncate: { help: { truncate: 'send half of the body and end it normally (no length, no error)' } },
  drip: {
    needsNumber: true,
    help: { 'drip=MS': 'send the body in chunks of 1 kB (;bytes=N), this long apart' },
  },
  next: {
    help: {
      'next=WHERE':
        '"next" of a page: self, first (page 1 again), host (the same page on another host), or a URL',
    },
  },
  move: {
    needsNumber: true,
    help: { 'move=N': 'pages after the first start N records early, as if records moved between requests' },
  },
  short: { needsNumber: true, help: { 'short=N': 'pages have N records fewer than requested' } },
  wrong: { help: { 'wrong=FIELD': 'this field of the first record (;record=N, from 0) has another type' } },
  broken: { help: { broken: 'the first record (;record=N) is not an object' } },
  cohort: {
    help: { cohort: 'a request for persons returns the cohort itself, as the API documents' },
  },
  keep: {
    help: {
      'keep=FIELD':
        'accept a change of this field, or of all without FIELD, and keep the old value; keep=tile: of a move',
    },
  },
  endless: { help: { endless: 'a calculation that this request starts never ends' } },
  deleted: { help: { 'deleted=204': 'DELETE returns 204' } },
  current: {
    needsNumber: true,
    help: { 'current=N': '@current is the project N, as after it was opened in the web UI' },
  },
  crash: { help: { crash: 'the service exits as after an uncaught error' } },
} as const satisfies Record<string, FaultKind>;

type FaultName = keyof typeof faultTable;

export const faultKinds: ReadonlyMap<string, FaultKind> = new Map(Object.entries(faultTable));

function isFaultName(name: string): name is FaultName {
  return Object.hasOwn(faultTable, name);
}

const lines = Object.values(faultTable).flatMap(({ help }) =>
  Object.entries(help).map(([form, effect]) => `  ${form.padEnd(22)}${effect}`),
);

/** The syntax of faults, for `--help`. */
export const faultsHelp = `Faults on request: for one request that has a valid key with the header "x-sandbox-fault", for all requests with
"--fault".
Separate faults with commas and a fault's parameters with semicolons: "latency=200, status=429;retry-after=1".

${lines.join('\n')}

Limit any fault: ;method=PATCH, ;path=TEXT (part of the path), ;after=N (skip the first N requests), ;times=N (only N
requests), ;every=N (each Nth request).
`;

// Faults on request: their syntax, and which of them apply to a request.
export interface Fault {
  readonly name: FaultName;
  /** The text after `=`; empty if there is none. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

/** The faults that apply to one request. */
export type FaultsOfRequest = ReadonlyMap<FaultName, Fault>;

/** The faults for all requests; counts the requests that each one concerns. */
export class Faults {
  private faults: readonly { readonly fault: Fault; seen: number }[] = [];
  #replaced = new AbortController();

  constructor(text = '') {
    this.set(text);
  }

  /** Replaces them; an empty text removes them. Throws ServiceError for a syntax error. */
  set(text: string): void {
    this.faults = parseFaults(text).map((fault) => ({ fault, seen: 0 }));
    this.#replaced.abort();
    this.#replaced = new AbortController();
  }

  /** Aborts once others replace those that apply now. */
  get replaced(): AbortSignal {
    return this.#replaced.signal;
  }

  /** The request's own header, where it `mayChoose`, overrides the faults for all. Throws ServiceError. */
  forRequest(request: IncomingMessage, mayChoose: boolean): FaultsOfRequest {
    const applied = new Map<FaultName, Fault>();
    for (const counted of this.faults) {
      if (!appliesTo(counted.fault, request)) continue;
      counted.seen += 1;
      if (isDue(counted.fault, counted.seen)) applied.set(counted.fault.name, counted.fault);
    }
    const header = mayChoose ? request.headers['x-sandbox-fault'] : undefined;
    for (const fault of parseFaults(String(header ?? ''))) {
      if (appliesTo(fault, request)) applied.set(fault.name, fault);
    }
    return applied;
  }
}

/** A fault's value, or parameter, as a number of at least 0. */
export function numberOf(fault: Fault, parameter?: string): number | undefined {
  const text = parameter === undefined ? fault.value : fault.parameters.get(parameter);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

function parseFaults(text: string): readonly Fault[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parseFault(part));
}

function parseFault(text: string): Fault {
  const [first = '', ...rest] = text.split(';');
  const [name, value] = parsePair(first);
  if (!isFaultName(name)) {
    const known = [...faultKinds.keys()].join(', ');
    throw invalid(null, 'invalid_fault', `Unknown fault "${name}". Known faults: ${known}.`);
  }
  const fault = { name, value, parameters: new Map(rest.map(parsePair)) };
  if (faultKinds.get(name)?.needsNumber && numberOf(fault) === undefined) {
    throw invalid(null, 'invalid_fault', `The fault ${name} needs a number, such as ${name}=500.`);
  }
  return fault;
}

type Pair = readonly [name: string, value: string];

function parsePair(text: string): Pair {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function appliesTo(fault: Fault, request: IncomingMessage): boolean {
  const method = fault.parameters.get('method')?.toUpperCase() ?? request.method;
  return method === request.method && (request.url ?? '').includes(fault.parameters.get('path') ?? '');
}

/** `seen` counts from 1. */
function isDue(fault: Fault, seen: number): boolean {
  const counted = seen - (numberOf(fault, 'after') ?? 0);
  const every = numberOf(fault, 'every') ?? 1;
  return counted > 0 && counted % every === 0 && counted / every <= (numberOf(fault, 'times') ?? Infinity);
}
