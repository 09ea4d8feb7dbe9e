import type { WriteGuard } from '#api/writeGuard.ts';
import type { Address } from './address.ts';
import type { Call } from './call.ts';

/** Throws ApiError where the guard refuses the write. The project is read from the path, which decides where it goes. */
export function guardWrite(call: Call, { prefix }: Address, guard: WriteGuard | undefined): void {
  if (call.method === 'GET') return;
  guard?.check(projectIn(call.path, prefix), call.approval);
}

function projectIn(path: string, prefix: string): string | undefined {
  const start = `${prefix}/api/projects/`;
  const segment = path.startsWith(start) ? path.slice(start.length).split(/[/?]/, 1)[0] : undefined;
  if (!segment) return undefined;
  try {
    return decodeURIComponent(segment);
  } catch {
    return undefined; // a stray percent sign
  }
}
