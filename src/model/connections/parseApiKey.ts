// The personal API key that people paste, checked before it is sent.

type ParsedApiKey =
  | { readonly ok: true; readonly value: string }
  | { readonly ok: false; readonly problem: ApiKeyProblem };

export type ApiKeyProblem = 'empty' | 'hasSpaces' | 'notAscii' | 'projectKey';

/** Removes white space, quotes, `Bearer` and a header name around the key. */
export function parseApiKey(typed: string): ParsedApiKey {
  const key = typed
    .trim()
    .replace(/^authorization\s*:\s*/i, '')
    .replace(/^bearer\s+/i, '')
    .replace(/^(["'`])(.*)\1$/s, '$2')
    .replace(/^bearer\s+/i, '')
    .trim();
  if (key === '' || /^bearer$/i.test(key)) return { ok: false, problem: 'empty' };
  if (/\s/.test(key)) return { ok: false, problem: 'hasSpaces' };
  if (!/^[\x21-\x7e]+$/.test(key)) return { ok: false, problem: 'notAscii' };
  if (key.startsWith('phc_')) return { ok: false, problem: 'projectKey' };
  return { ok: true, value: key };
}

/** The page of the service's web UI where a person creates personal API keys, and gives them scopes. */
export function keyPageOf(baseUrl: string): string {
  return `${baseUrl}/settings/user-api-keys`;
}
