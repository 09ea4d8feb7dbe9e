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
