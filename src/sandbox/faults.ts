// Faults on demand: what they are, how they are asked for, and which of them a request meets.
import type { IncomingMessage } from 'node:http';
import { invalid } from '#sandbox/http/serviceError.ts';

/** The whole of the syntax, as `--help` prints it. */
export const faultsHelp = `Faults on demand. For one request by the header "x-sandbox-fault", for all by "--fault" or the option "faults".
Several are separated by commas, a fault's parameters by semicolons: "latency=200, status=429;retry-after=1".

  latency=MS            answer only after so many milliseconds
  status=N              refuse with this status, in the service's own words, and do nothing
    ;retry-after=S        with this header (seconds); 429 has none unless given
    ;scope=NAME           for 403: the scope that the key lacks
    ;html                 as an HTML page, as a proxy would
  reset                 break the connection instead of answering, with nothing done
  reset=after           … once the request has been carried out
  half                  promise a whole body, send half of it, break the connection
  truncate              send half of the body, then end as if that were all (no length, no error)
  drip=MS               send the body in pieces of 1 kB (;bytes=N), so many milliseconds apart
  next=WHERE            "next" of a page: self, first (page 1 again), host (this page's successor on another host)
                        or an address
  previous=self         "previous" points at the page itself
  move=N                pages behind the first start N records earlier: records moved while the pages were read
  short=N               pages hold N records fewer than asked for
  wrong=FIELD           this field of the first record (;record=N, from 0) has a value of another type
  broken                the first record (;record=N) is no record at all
  cohort                persons are answered by the cohort itself, as the interface shows it
  endless               a calculation that this request starts never ends
  deleted=204           DELETE is answered 204

Each may be narrowed: ;method=PATCH, ;path=TEXT (part of the path), ;after=N (not the first N such requests),
;times=N (N of them only), ;every=N (each Nth).
`;

export interface Fault {
  readonly name: FaultName;
  /** What stands behind `=`; empty where nothing does. */
  readonly value: string;
  readonly parameters: ReadonlyMap<string, string>;
}

type FaultName = (typeof faultNames)[number];

const faultNames = [
  'latency',
  'status',
  'reset',
  'half',
  'truncate',
  'drip',
  'next',
  'previous',
  'move',
  'short',
  'wrong',
  'broken',
  'cohort',
  'endless',
  'deleted',
] as const;

/** Faults of one request. */
export type FaultsOfRequest = ReadonlyMap<FaultName, Fault>;

/** The faults that all requests meet, counting as they pass. */
export class Faults {
  private faults: readonly { readonly fault: Fault; seen: number }[] = [];

  constructor(text = '') {
    this.set(text);
  }

  /** Replaces them; an empty text ends them. Throws Failure where it cannot be read. */
  set(text: string): void {
    this.faults = parseFaults(text).map((fault) => ({ fault, seen: 0 }));
  }

  /** Those that a request meets; its own header goes before those for all. Throws Failure. */
  of(request: IncomingMessage): FaultsOfRequest {
    const met = new Map<FaultName, Fault>();
    for (const counted of this.faults) {
      if (!concerns(counted.fault, request)) continue;
      counted.seen += 1;
      if (isDue(counted.fault, counted.seen)) met.set(counted.fault.name, counted.fault);
    }
    const header = request.headers['x-sandbox-fault'];
    for (const fault of parseFaults(String(header ?? ''))) {
      if (concerns(fault, request)) met.set(fault.name, fault);
    }
    return met;
  }
}

/** A fault's value, or parameter, as a number of at least 0. */
export function numberOf(fault: Fault, parameter?: string): number | undefined {
  const text = parameter === undefined ? fault.value : fault.parameters.get(parameter);
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined;
}

export function parseFaults(text: string): readonly Fault[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .map((part) => parseFault(part));
}

function parseFault(text: string): Fault {
  const [first = '', ...rest] = text.split(';');
  const [name, value] = parsePair(first);
  const known = faultNames.find((one) => one === name);
  if (!known)
    throw invalid(null, 'invalid_fault', `"${name}" is no fault. There are: ${faultNames.join(', ')}.`);
  const fault = { name: known, value, parameters: new Map(rest.map(parsePair)) };
  if (['latency', 'status', 'drip', 'move', 'short'].includes(known) && numberOf(fault) === undefined) {
    throw invalid(null, 'invalid_fault', `The fault ${known} needs a number, as in ${known}=500.`);
  }
  return fault;
}

type Pair = readonly [name: string, value: string];

function parsePair(text: string): Pair {
  const at = text.indexOf('=');
  return at < 0 ? [text.trim(), ''] : [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function concerns(fault: Fault, request: IncomingMessage): boolean {
  const method = fault.parameters.get('method')?.toUpperCase() ?? request.method;
  return method === request.method && (request.url ?? '').includes(fault.parameters.get('path') ?? '');
}

/** `seen` counts from 1. */
function isDue(fault: Fault, seen: number): boolean {
  const counted = seen - (numberOf(fault, 'after') ?? 0);
  const every = numberOf(fault, 'every') ?? 1;
  return counted > 0 && counted % every === 0 && counted / every <= (numberOf(fault, 'times') ?? Infinity);
}
