/** A web page in a browser may reach this machine under another host name (DNS rebinding); it is refused. */
export function isLocalName(header: string | undefined): boolean {
  return /^(127\.0\.0\.1|localhost|\[::1\])(:\d{1,5})?$/i.test(header ?? '');
}
