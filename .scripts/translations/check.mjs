// @ts-check
// Formal checks of a translation.

/** @typedef {import('./strings.mjs').Strings} Strings */

/** @param {Strings} english @param {Strings} translated @returns {string[]} one sentence for each problem */
export function problemsOf(english, translated) {
  return [
    ...Object.keys(english).flatMap((key) => (translated[key] ? [] : [`Not translated: ${key}`])),
    ...Object.keys(translated).flatMap((key) => (key in english ? [] : [`No longer in use: ${key}`])),
    ...Object.entries(english).flatMap(([key, text]) => differences(key, text, translated[key])),
  ];
}

/** @param {string} key @param {string} text @param {string | undefined} translation */
function differences(key, text, translation) {
  if (!translation) return [];
  return fixedParts.flatMap(({ name, pattern }) => {
    const parts = (/** @type {string} */ words) => (words.match(pattern) ?? []).toSorted().join(' ');
    return parts(text) === parts(translation) ? [] : [`Other ${name} than in English: ${key}`];
  });
}

/** The parts of a text that stay the same in every language. */
const fixedParts = [
  { name: 'placeholders', pattern: /\{\d\}/g },
  { name: 'links', pattern: /\]\(command:[^)]+\)/g },
  { name: 'code', pattern: /`[^`\s]+`/g },
  { name: 'icons', pattern: /\$\([a-z-]+\)/g },
  { name: 'dots at the end', pattern: /…$/g },
];
