// How old the client's knowledge of conditions is. The schemas and README.md beside this file name the same; a test holds
// them together.

/** Raised with each change of what is known of conditions. */
export const vocabularyVersion = 1;

/** The month of the services that the vocabulary was last compared with. */
export const factsDate = '2026-09';
