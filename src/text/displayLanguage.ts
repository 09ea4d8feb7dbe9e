// The editor's display language, which need not be the machine's, and the formatters of Intl in it.

/** Undefined: the machine's. */
let language: string | undefined;
/** Rises with each change of the language. */
let generation = 0;

/** Call once, before anything is shown. @param tag such as `de` or `zh-cn` */
export function setDisplayLanguage(tag: string): void {
  language = isLanguage(tag) ? tag : undefined;
  generation++;
}

function isLanguage(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1;
  } catch {
    return false; // Intl has no other way to say it
  }
}

/** Creates a formatter when it is first needed, because that takes long, and again in another language. */
export function inDisplayLanguage<T>(create: (tag: string | undefined) => T): () => T {
  let made: { readonly format: T; readonly generation: number } | undefined;
  return () => {
    if (made?.generation !== generation) made = { format: create(language), generation };
    return made.format;
  };
}

const countries = inDisplayLanguage((tag) => new Intl.DisplayNames(tag, { type: 'region' }));

/** The name of a country by its code in ISO 3166; another text as it is. */
export function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (countries().of(code) ?? code) : code;
}

const lists = inDisplayLanguage((tag) => new Intl.ListFormat(tag));

/** `A, B, and C` */
export function formatList(items: readonly string[]): string {
  return lists().format(items);
}
