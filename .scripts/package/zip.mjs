// @ts-check
// Reads the table of contents at the end of a ZIP file (PKWARE's APPNOTE, sections 4.3.12 and 4.3.16).

const endSignature = 0x06054b50;
const entrySignature = 0x02014b50;

/** @param {Buffer} zip @returns {string[]} names of its files, in its order */
export function namesInZip(zip) {
  const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 0x05, 0x06]));
  if (end < 0 || zip.readUInt32LE(end) !== endSignature)
    throw new Error('this is no ZIP file: it has no end record');
  const count = zip.readUInt16LE(end + 10);
  /** @type {string[]} */
  const names = [];
  for (let i = 0, at = zip.readUInt32LE(end + 16); i < count; i++) {
    if (zip.readUInt32LE(at) !== entrySignature) throw new Error(`the ZIP file has no entry at ${at}`);
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) =>
      zip.readUInt16LE(at + offset),
    );
    names.push(zip.toString('utf8', at + 46, at + 46 + (nameLength ?? 0)));
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0);
  }
  return names;
}
