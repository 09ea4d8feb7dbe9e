/** Levels of objects and lists; recursive code relies on it. */
export const maxDepth = 256;
