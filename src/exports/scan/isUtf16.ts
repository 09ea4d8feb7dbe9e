/** Whether the start of a file is UTF-16: by its mark, or because nearly each second byte is 0. */
export function isUtf16(head: Uint8Array): boolean {
  const [first, second] = head;
  if ((first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff)) return true;
  let zeros = 0;
  for (const byte of head) if (byte === 0) zeros++;
  return zeros > head.length / 4;
}
