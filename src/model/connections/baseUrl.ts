// The address that people type or paste for a service, checked before anything is sent.

export type ParsedBaseUrl =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: BaseUrlProblem };

export type BaseUrlProblem = 'empty' | 'notAnAddress' | 'needsHttps' | 'hasCredentials';

/** Hosts that run the service for everyone, offered when connecting. */
export const knownHosts = [
  { url: 'https://us.posthog.com', name: 'PostHog Cloud US' },
  { url: 'https://eu.posthog.com', name: 'PostHog Cloud EU' },
] as const;

/**
 * The base URL in what was typed or pasted: `us.posthog.com`, or any address inside the web UI or the API. No trailing
 * slash. Plain http is accepted for this machine alone, because the key travels with every request.
 */
export function parseBaseUrl(typed: string): ParsedBaseUrl {
  const text = typed.trim();
  if (text === '') return { ok: false, problem: 'empty' };
  // `https:/host` would be read as a host called "https".
  if (/^https?:(?!\/\/[^/\\])/i.test(text)) return { ok: false, problem: 'notAnAddress' };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${defaultScheme(text)}://${text}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    return { ok: false, problem: 'notAnAddress' };
  }
  if (!/^https?:$/.test(url.protocol) || url.hostname === '' || /\s/.test(text))
    return { ok: false, problem: 'notAnAddress' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'hasCredentials' };
  if (url.protocol === 'http:' && !isLoopback(url.hostname)) return { ok: false, problem: 'needsHttps' };
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
