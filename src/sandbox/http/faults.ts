// Faults on request: their syntax, and which of them apply to a request.
import type { IncomingMessage } from 'node:http';
import { faultKinds, type FaultName, isFaultName } from './faultTable.ts';
import { invalid } from './serviceError.ts';

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
