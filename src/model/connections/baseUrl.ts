// What people type for a service: its address and their key. Both are judged here, before anything is sent.

export type Parsed<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly reason: AddressFault };

/** Why an address or a key cannot be used; words for people are made where they are shown. */
export type AddressFault =
  | 'empty'
  | 'notAnAddress'
  | 'needsHttps'
  | 'hasCredentials'
  | 'hasSpaces'
  | 'notAscii'
  | 'projectKey';

/** Hosts that run the service for everyone, offered when connecting. */
export const knownHosts = [
  { url: 'https://us.posthog.com', name: 'PostHog Cloud US' },
  { url: 'https://eu.posthog.com', name: 'PostHog Cloud EU' },
] as const;

/**
 * The base URL in what was typed or pasted: `us.posthog.com`, or any address inside the web UI or the API. No trailing
 * slash. Plain http is accepted for this machine alone, because the key travels with every request.
 */
export function parseBaseUrl(typed: string): Parsed<string> {
  const text = typed.trim();
  if (text === '') return { ok: false, reason: 'empty' };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${defaultScheme(text)}://${text}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    return { ok: false, reason: 'notAnAddress' };
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '' || /\s/.test(text))
    return { ok: false, reason: 'notAnAddress' };
  if (url.username !== '' || url.password !== '') return { ok: false, reason: 'hasCredentials' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, reason: 'needsHttps' };
  // Addresses copied from the browser lead into a project; the service itself begins before that part.
  const path = url.pathname
    .replace(/\/(api|project|projects|organization|settings)(\/.*)?$/, '')
    .replace(/\/+$/, '');
  return { ok: true, value: url.origin + path };
}

function defaultScheme(text: string): string {
  return isLoopback(text.split(/[/:]/, 1)[0] ?? '') || text.startsWith('[::1]') ? 'http' : 'https';
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i.test(hostname);
}

/** The project id in an address copied from the web UI, such as `https://us.posthog.com/project/123/cohorts`. */
export function projectIdInAddress(typed: string): string | undefined {
  return /\/projects?\/([^/?#\s]+)/.exec(typed)?.[1];
}

/** The key in what was pasted: trimmed, without `Bearer`, a header's name or quotes around it. */
export function parseKey(typed: string): Parsed<string> {
  const key = typed
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer\s+/i, '')
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/^bearer\s+/i, '')
    .trim();
  if (key === '' || /^bearer$/i.test(key)) return { ok: false, reason: 'empty' };
  if (/\s/.test(key)) return { ok: false, reason: 'hasSpaces' };
  if (!/^[\x21-\x7e]+$/.test(key)) return { ok: false, reason: 'notAscii' };
  if (key.startsWith('phc_')) return { ok: false, reason: 'projectKey' };
  return { ok: true, value: key };
}
