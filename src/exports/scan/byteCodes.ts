// The bytes that scanners look for, by the names of their characters.
export const lineFeed = 0x0a;
export const carriageReturn = 0x0d;
export const space = 0x20;
export const quote = 0x22;
export const comma = 0x2c;
export const minus = 0x2d;
export const openBracket = 0x5b;
export const backslash = 0x5c;
export const closeBracket = 0x5d;
export const openBrace = 0x7b;
export const closeBrace = 0x7d;

/** May precede the text of a file or a response; not part of it. */
export const byteOrderMark: Uint8Array = Buffer.from('\uFEFF');
