// All faults, each with its line of `--help`.

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
  previous: { help: { 'previous=self': '"previous" is the page itself' } },
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

export type FaultName = keyof typeof faultTable;

export const faultKinds: ReadonlyMap<string, FaultKind> = new Map(Object.entries(faultTable));

export function isFaultName(name: string): name is FaultName {
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
