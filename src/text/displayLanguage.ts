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
export function inDisplayLanguage<T>(create: (language: string | undefined) => T): () => T {
  let made: { readonly format: T; readonly generation: number } | undefined;
  return () => {
    if (made?.generation !== generation) made = { format: create(language), generation };
    return made.format;
  };
}
