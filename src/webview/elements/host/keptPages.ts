// What a page whose host does not respond keeps for the page that comes after it. The browser holds it as long as the window
// exists, also over a reload, and every page of the same kind in the window can read it; other windows cannot.
import { hasShape } from './hasShape.ts';

/** What was typed and did not reach the host; see `ReopenRequest` in commands/documents/reopenPage.ts. */
export interface UnkeptInput {
  readonly text?: string | undefined;
  /** Texts of which the document has one, unless it was changed elsewhere. */
  readonly bases?: readonly string[];
  readonly drafts?: readonly string[];
  readonly fields?: readonly FieldInput[];
}

/** What was typed into a field of a record. */
export interface FieldInput {
  readonly field: string;
  readonly text: string;
  /** What the field said when the person began to edit. */
  readonly before: string;
}

/** What was typed, each text by itself. */
export function textsOf({ text, drafts = [], fields = [] }: UnkeptInput): readonly string[] {
  return [...(text === undefined ? [] : [text]), ...drafts, ...fields.map((field) => field.text)];
}

interface PageAddress {
  readonly viewType?: string;
  readonly uri?: string;
}

/** What a page has left whose host has gone. */
export interface LeftPage {
  readonly uri: string;
  /** It showed what this page shows. */
  readonly isSame: boolean;
  readonly input: UnkeptInput;
  readonly state: unknown;
  readonly forget: () => void;
}

const prefix = 'cohortDeck.kept ';

export class KeptPages {
  #isKept = false;
  readonly #key = prefix + String(Math.random());
  readonly #host: string;
  readonly #address: PageAddress;

  /** @param host a name that no other host has */
  constructor(host: string, address: PageAddress) {
    this.#host = host;
    this.#address = address;
  }

  /** @returns whether the browser has it: it may be too long, and a browser may forbid it */
  keep(input: UnkeptInput, state: unknown): boolean {
    try {
      sessionStorage.setItem(this.#key, JSON.stringify({ ...this.#address, host: this.#host, input, state }));
      this.#isKept = true;
      return true;
    } catch {
      return false;
    }
  }

  get isKept(): boolean {
    return this.#isKept;
  }

  forget(): void {
    this.#isKept = false;
    forget(this.#key);
  }

  left(): readonly LeftPage[] {
    return kept().flatMap(([key, json]) => {
      const value: unknown = JSON.parse(json);
      if (!hasShape(value, { viewType: 'string', uri: 'string', host: 'string', input: 'object' })) return [];
      if (value.host === this.#host || value.viewType !== this.#address.viewType) return [];
      const isSame = value.uri === this.#address.uri;
      const state = 'state' in value ? value.state : undefined;
      return [{ uri: value.uri, isSame, input: inputOf(value.input), state, forget: () => forget(key) }];
    });
  }
}

/** Empty if the browser forbids it. */
function kept(): readonly (readonly [string, string])[] {
  try {
    return Object.entries<string>(sessionStorage).filter(([key]) => key.startsWith(prefix));
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
  const texts = (name: 'bases' | 'drafts'): readonly string[] => {
    const found: unknown = new Map<string, unknown>(Object.entries(value)).get(name);
    return Array.isArray(found) ? found.filter((one) => typeof one === 'string') : [];
  };
  const fields = 'fields' in value && Array.isArray(value.fields) ? value.fields.filter(isFieldInput) : [];
  return { ...text, bases: texts('bases'), drafts: texts('drafts'), fields };
}

function isFieldInput(value: unknown): value is FieldInput {
  return hasShape(value, { field: 'string', text: 'string', before: 'string' });
}
