// Problems of a JSON text, in words.
import { displayText } from '#text/displayText.ts';
import { inEnglish, type Translate } from '#text/translate.ts';
import type { JsonProblem, JsonProblemCode } from './checkJsonObject.ts';

/** One sentence, without the place. */
export function describeJsonProblem(problem: JsonProblem, t: Translate = inEnglish): string {
  const subject = displayText(problem.subject ?? '', maxSubject);
  // Quoted, because a lone punctuation mark would look like part of the sentence.
  return sentences[problem.code](t, /^["'\w]/.test(subject) ? subject : t('“{0}”', subject));
}

/** UTF-16 units. */
const maxSubject = 40;

const sentences: { readonly [C in JsonProblemCode]: (t: Translate, subject: string) => string } = {
  empty: (t) => t('Enter a JSON object, for example {}.'),
  notAnObject: (t) => t('Not a JSON object. Begin with { and end with }.'),
  tooDeep: (t) => t('Nested more than 256 levels deep.'),
  unclosedObject: (t) => t('Expected a closing } for this {.'),
  unclosedList: (t) => t('Expected a closing ] for this [.'),
  wrongClose: (t, subject) => t('Unexpected {0}: nothing to close.', subject),
  expectedKey: (t, subject) => t('Expected a key in double quotes before {0}.', subject),
  expectedColon: (t, subject) => t('Expected a colon before {0}.', subject),
  expectedComma: (t, subject) => t('Expected a comma before {0}.', subject),
  expectedValue: (t, subject) => t('Expected a value before {0}.', subject),
  extraComma: (t) => t('Trailing comma. Remove it: JSON has none after the last item.'),
  duplicateKey: (t, subject) => t('Duplicate key {0}. Most services use the last one.', subject),
  afterEnd: (t) => t('Unexpected text after the JSON object.'),
  unclosedString: (t) => t('Unterminated string. Add the closing quote.'),
  controlCharacter: (t) => t('Escape control characters, for example \\t.'),
  badEscape: (t, subject) => t('{0} is not a valid escape in JSON.', subject),
  loneSurrogate: (t) => t('Unpaired surrogate. Escape it, for example \\ud83d.'),
  badNumber: (t, subject) => t('{0} is not a valid number in JSON.', subject),
  badWord: (t, subject) => t('{0} is not a JSON value. Put text in double quotes.', subject),
  singleQuotes: (t) => t('Use double quotes: JSON has no single-quoted strings.'),
  badSpace: (t) => t('Invalid white space. JSON allows this character in strings only.'),
  badCharacter: (t, subject) => t('Unexpected {0}.', subject),
  comment: (t) => t('Remove the comment: JSON has no comments.'),
};

/** Line and column from 1; a line ends at `\n`, `\r\n` or `\r`. */
export function lineColumnOf(
  text: string,
  offset: number,
): { readonly line: number; readonly column: number } {
  let line = 1;
  let lineStart = 0;
  const breaks = /\r\n|\n|\r/g;
  for (let found = breaks.exec(text); found && breaks.lastIndex <= offset; found = breaks.exec(text)) {
    line++;
    lineStart = breaks.lastIndex;
  }
  return { line, column: offset - lineStart + 1 };
}
