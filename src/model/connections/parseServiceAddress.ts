// The address that people type or paste for a service, checked before anything is sent.
import { isLoopbackHost, withoutEndSlashes } from '#api/http/safeBaseUrl.ts';

export type ParsedServiceAddress =
  /** `insteadOf`: the host that was entered, which has no API or an older name of this one. */
  | { readonly ok: true; readonly value: string; readonly insteadOf?: ReplacedHost }
  | { readonly ok: false; readonly problem: ServiceAddressProblem };

export interface ReplacedHost {
  readonly host: string;
  readonly reason: 'takesEventsOnly' | 'oldName';
}

export type ServiceAddressProblem = 'empty' | 'notAnAddress' | 'needsHttps' | 'hasCredentials';

/**
 * The base URL, without a trailing slash, of `us.posthog.com` or of any address of the web UI or the API. Plain http is
 * accepted for localhost only, because every request contains the key. A public host that takes events, or an older name of
 * one, becomes the host with the API.
 */
export function parseServiceAddress(typed: string): ParsedServiceAddress {
  const text = typed.trim();
  if (text === '') return { ok: false, problem: 'empty' };
  if (text.length > maxLength || /[\s\\]/.test(text)) return { ok: false, problem: 'notAnAddress' };
  // `https:/host` would be read as a host called "https".
  if (/^https?:(?!\/\/[^/\\])/i.test(text)) return { ok: false, problem: 'notAnAddress' };
  // A second `//` is that of another scheme, well spelled or not: `https://https://host`, `htps//host`.
  const [hostAndPath = ''] = text.replace(/^(?:[a-z][a-z0-9+.-]*:)?\/\//i, '').split(/[?#]/, 1);
  if (withoutEndSlashes(hostAndPath).includes('//')) return { ok: false, problem: 'notAnAddress' };
  const withScheme = /^[a-z][a-z0-9+.-]*:\/\//i.test(text) ? text : `${defaultScheme(text)}://${text}`;
  let url: URL;
  try {
    url = new URL(withScheme);
  } catch {
    return { ok: false, problem: 'notAnAddress' };
  }
  if (!/^https?:$/.test(url.protocol) || !isHost(url.hostname, withScheme))
    return { ok: false, problem: 'notAnAddress' };
  if (url.username !== '' || url.password !== '') return { ok: false, problem: 'hasCredentials' };
  if (url.protocol === 'http:' && !isLoopbackHost(url.hostname)) return { ok: false, problem: 'needsHttps' };
  // An address copied from the browser contains the path of a project, which is not part of the base URL.
  const [path = ''] = url.pathname.split(/\/(?:api|projects?|organization|settings|login|signup)(?:\/|$)/, 1);
  return replaced(url.hostname) ?? { ok: true, value: url.origin + withoutEndSlashes(path) };
}

function replaced(host: string): ParsedServiceAddress | undefined {
  if (host === 'app.posthog.com') return { ok: true, value: us.url, insteadOf: { host, reason: 'oldName' } };
  const [, region] = /^(us|eu|app)(?:-assets)?\.i\.posthog\.com$/.exec(host) ?? [];
  if (region === undefined) return undefined;
  const { url } = region === 'eu' ? eu : us;
  return { ok: true, value: url, insteadOf: { host, reason: 'takesEventsOnly' } };
}

/** UTF-16 units. Browsers send no longer address. */
const maxLength = 2000;

/**
 * Whether such a host can exist. `new URL` takes `..`, `-` and `a..b`, reads a lone port as an IPv4 address, and takes the
 * scheme for a host in `https//host` and in `https://https://host`.
 */
function isHost(hostname: string, address: string): boolean {
  if (hostname.startsWith('[')) return true; // new URL has checked it
  if (/^https?\.?$/.test(hostname)) return false;
  if (/^\d+(\.\d+){3}$/.test(hostname)) return address.includes(`//${hostname}`);
  const labels = hostname.replace(/\.$/, '').split('.');
  return (
    hostname.length <= 253 && labels.every((label) => /^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?$/.test(label))
  );
}

function defaultScheme(text: string): string {
  return isLoopbackHost(text.split(/[/:]/, 1)[0] ?? '') || text.startsWith('[::1]') ? 'http' : 'https';
}

/** `123` for an address of the web UI such as `https://us.posthog.com/project/123/cohorts`. */
export function projectIdInAddress(typed: string): string | undefined {
  return /\/projects?\/([^/?#\s]+)/.exec(typed)?.[1];
}

/** Public hosts of the service, offered when connecting. */
const us = { url: 'https://us.posthog.com', name: 'PostHog Cloud US' } as const;
const eu = { url: 'https://eu.posthog.com', name: 'PostHog Cloud EU' } as const;
export const knownHosts = [us, eu] as const;
