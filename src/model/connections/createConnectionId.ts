import { hashText } from '#model/storage/memory.ts';

/**
 * An unused ID that no other address has had or gets, as what was stored under an ID stays when its connection is removed:
 * `us-posthog-com--4b4e1f7c9a02`, `us-posthog-com--4b4e1f7c9a02-2`. By the host alone, `a.b.com` and `a-b.com` would be the same.
 */
export function createConnectionId(url: string, taken: ReadonlySet<string>): string {
  const { href, host } = new URL(url);
  const words = host.split(/[^a-z0-9]/).filter((word) => word !== '');
  const id = `${words.join('-')}--${hashText(href.replace(/\/$/, '')).slice(0, hashLength)}`;
  for (let n = 1; ; n++) {
    const numbered = n === 1 ? id : `${id}-${n}`;
    if (!taken.has(numbered)) return numbered;
  }
}

const hashLength = 12;
