// What a page whose host does not respond keeps for the page that comes after it. The browser holds it as long as the window
// exists, also over a reload, and every page of the same kind in the window can read it; other windows cannot.

/** What was typed and did not reach the host; see `ReopenRequest` in commands/documents/reopenPage.ts. */
export interface UnkeptInput {
  readonly text?: string | undefined;
  /** Texts of which the document has one, unless it was changed elsewhere. */
  readonly bases?: readonly string[];
  /** In place of `text` and `bases`, if they are too long. */
  readonly edits?: readonly TextEdits[];
  readonly fields?: readonly FieldInput[];
  readonly areFieldsInHost?: boolean;
}

interface TextEdits {
  /** The fingerprint of a text that the document may have. */
  readonly base: string;
  /** JSON of the change from there to what was typed. */
  readonly changes: unknown;
}

/** What was typed into a field. */
export interface FieldInput {
  readonly field: string;
  readonly text: string;
  /** What the field said when the person began to edit. */
  readonly before: string;
}

/** What was typed, each text by itself. */
export function textsOf({ text, fields = [] }: UnkeptInput): readonly string[] {
  return [...(text === undefined ? [] : [text]), ...fields.map((field) => field.text)];
}

interface PageAddress {
  readonly viewType?: string;
  /** Absent of a panel without a document: VS Code itself keeps what it shows. */
  readonly uri?: string;
}

/** What a page keeps. */
export interface KeptPage {
  readonly input: UnkeptInput;
  readonly state: unknown;
  readonly hasFocus: boolean;
}

/** What a page has left whose host has gone. */
export interface LeftPage extends KeptPage {
  readonly uri: string;
  /** It showed what this page shows. */
  readonly isSame: boolean;
  /** What was typed was too long to be kept: only the page itself has it. */
  readonly isTooLong: boolean;
  readonly forget: () => void;
}

const prefix = 'cohortDeck.kept ';

export class KeptPages {
  readonly #key = prefix + String(Math.random());
  readonly #host: string;
  readonly #address: PageAddress;
  #isKept = false;
  #isHandedOver = false;
  /** What was kept last, and what another page has taken of it: a document may have that by now. */
  #last: string | undefined;
  #taken: readonly string[] = [];

  /** @param host a name that no other host has */
  constructor(host: string, address: PageAddress) {
    this.#host = host;
    this.#address = address;
  }

  /**
   * @param shorten reads what was typed without what the document has
   * @returns whether the browser has it: it may be too long, and a browser may forbid it
   */
  keep({ input, ...page }: KeptPage, shorten: () => UnkeptInput = () => input): boolean {
    if (this.#address.uri === undefined || this.#isHandedOver) return true;
    if (this.#isKept && read(this.#key) === undefined)
      this.#taken = this.#last === undefined ? [] : [this.#last];
    this.#last = input.text;
    this.#isKept = true;
    const { bases = [] } = input;
    const put = (one: object) => store(this.#key, { ...this.#address, host: this.#host, ...page, ...one });
    if (put({ input: { ...input, bases: [...bases, ...this.#taken] } }) || put({ input: shorten() }))
      return true;
    forget(this.#key);
    put({ input: {}, state: undefined, isTooLong: true });
    return false;
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  /** Another page gets what was typed in another way: nothing is kept any more. */
  handOver(): void {
    this.#isHandedOver = true;
    this.forget();
  }

  forget(): void {
    this.#isKept = false;
    this.#taken = [];
    forget(this.#key);
  }

  left(): readonly LeftPage[] {
    return kept().flatMap(({ key, value }) => {
      if (value.host === this.#host || value.viewType !== this.#address.viewType) return [];
      const isSame = value.uri === this.#address.uri;
      const state = 'state' in value ? value.state : undefined;
      const hasFocus = 'hasFocus' in value && value.hasFocus === true;
      const isTooLong = 'isTooLong' in value && value.isTooLong === true;
      const input = inputOf(value.input);
      return [{ uri: value.uri, isSame, isTooLong, input, state, hasFocus, forget: () => forget(key) }];
    });
  }
}

/** Pages whose tabs were closed never take back what they had scrolled to: that makes room. A mark of a text stays. */
function store(key: string, value: object): boolean {
  const json = JSON.stringify(value);
  if (write(key, json)) return true;
  for (const other of kept())
    if (!hasInput(inputOf(other.value.input)) && !('isTooLong' in other.value)) forget(other.key);
  return write(key, json);
}

export function hasInput(input: UnkeptInput): boolean {
  return textsOf(input).length > 0 || (input.edits ?? []).length > 0;
}

function write(key: string, json: string): boolean {
  try {
    sessionStorage.setItem(key, json);
    return true;
  } catch {
    return false;
  }
}

function read(key: string): string | undefined {
  try {
    return sessionStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

const entryShape = { viewType: 'string', uri: 'string', host: 'string', input: 'object' } as const;

/** Empty if the browser forbids it. */
function kept() {
  return keys().flatMap((key) => {
    const value: unknown = JSON.parse(read(key) ?? 'null');
    return hasShape(value, entryShape) ? [{ key, value }] : [];
  });
}

function keys(): readonly string[] {
  try {
    return Object.keys(sessionStorage).filter((key) => key.startsWith(prefix));
  } catch {
    return [];
  }
}

function forget(key: string): void {
  try {
    sessionStorage.removeItem(key);
  } catch {
    // nothing was kept then
  }
}

function inputOf(value: object): UnkeptInput {
  const text = hasShape(value, { text: 'string' }) ? { text: value.text } : {};
  const list = (name: keyof UnkeptInput): readonly unknown[] => {
    const found: unknown = new Map<string, unknown>(Object.entries(value)).get(name);
    return Array.isArray(found) ? found : [];
  };
  const texts = (name: keyof UnkeptInput) => list(name).filter((one) => typeof one === 'string');
  return {
    ...text,
    bases: texts('bases'),
    edits: list('edits').filter(isTextEdits),
    fields: list('fields').filter(isFieldInput),
  };
}

function isTextEdits(value: unknown): value is TextEdits {
  return hasShape(value, { base: 'string', changes: 'object' });
}

function isFieldInput(value: unknown): value is FieldInput {
  return hasShape(value, { field: 'string', text: 'string', before: 'string' });
}

// Whether a value from outside of the page has the fields that its reader needs.

export interface Types {
  readonly number: number;
  readonly string: string;
  readonly boolean: boolean;
  readonly object: object;
}
/** The types of the required fields. */
export type Shape = Readonly<Record<string, keyof Types>>;
type Shaped<S extends Shape> = { readonly [K in keyof S]: Types[S[K]] };

export function hasShape<S extends Shape>(value: unknown, shape: S): value is Shaped<S> {
  if (typeof value !== 'object' || value === null) return false;
  const fields = new Map<string, unknown>(Object.entries(value));
  return Object.entries(shape).every(([name, type]) => {
    const field = fields.get(name);
    return typeof field === type && field !== null;
  });
}
