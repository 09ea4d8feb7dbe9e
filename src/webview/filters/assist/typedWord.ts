// What is typed at the end of a line, word by word.

const endsInWord = /[\p{L}\p{N}_$]$/u;
const isWord = /^[\p{L}\p{N}_$]+$/u;

/** Whether the second text is the first one with more letters of the word that it ends in. */
export function continuesWord(before: string, now: string): boolean {
  return now.startsWith(before) && endsInWord.test(before) && isWord.test(now.slice(before.length));
}
