// The sentences about problems of a JSON text.
import type { JsonProblem, JsonProblemCode } from './check.ts';
import { inEnglish, type Translate } from './translate.ts';

/** One sentence for people, without the place. */
export function describeJsonProblem(problem: JsonProblem, t: Translate = inEnglish): string {
  const subject = problem.subject ?? '';
  // A sign on its own would be lost among those of the sentence.
  return sentences[problem.code](t, /^["'\w]/.test(subject) ? subject : `“${subject}”`);
}

const sentences: { readonly [C in JsonProblemCode]: (t: Translate, subject: string) => string } = {
  empty: (t) => t('Empty: a JSON object is needed, and be it {}.'),
  notAnObject: (t) => t('Not a JSON object: the text has to begin with { and end with }.'),
  tooDeep: (t) => t('Nested more than 256 levels deep.'),
  unclosedObject: (t) => t('This { has no closing }.'),
  unclosedList: (t) => t('This [ has no closing ].'),
  wrongClose: (t, subject) => t('This {0} closes nothing that is open here.', subject),
  expectedKey: (t, subject) => t('A key in double quotes is missing before {0}.', subject),
  expectedColon: (t, subject) => t('A colon is missing before {0}.', subject),
  expectedComma: (t, subject) => t('A comma is missing before {0}.', subject),
  expectedValue: (t, subject) => t('A value is missing before {0}.', subject),
  extraComma: (t) => t('JSON has no comma after the last item.'),
  duplicateKey: (t, subject) =>
    t('This object has the key {0} twice; most services read the last one.', subject),
  afterEnd: (t) => t('Nothing may follow the end of the JSON object.'),
  unclosedString: (t) => t('This text has no closing quote on its line.'),
  controlCharacter: (t) => t('A control character has to be written as an escape, such as \\t.'),
  badEscape: (t, subject) => t('{0} is not an escape of JSON.', subject),
  loneSurrogate: (t) =>
    t('Half of a character cannot be sent as it is: write it as an escape, such as \\ud83d.'),
  badNumber: (t, subject) => t('{0} is not a number of JSON.', subject),
  badWord: (t, subject) => t('{0} is not a value of JSON; text needs double quotes.', subject),
  singleQuotes: (t) => t('JSON needs double quotes.'),
  badSpace: (t) => t('This kind of space is allowed only inside quotes.'),
  badCharacter: (t, subject) => t('{0} has no meaning here in JSON.', subject),
  comment: (t) => t('JSON has no comments.'),
};
