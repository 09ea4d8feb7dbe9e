import { ApiError } from './apiError.ts';

/** One segment of a path; `@current` stays readable. Throws `invalid` for what would name another path. */
export function pathSegment(value: string, attr: string): string {
  if (!isPathSegment(value)) {
    throw new ApiError('invalid', 'The ID is empty or contains a slash or a control character.', { attr });
  }
  return encodeURIComponent(Buffer.from(value).toString()).replaceAll('%40', '@');
}

function isPathSegment(value: string): boolean {
  return value !== '' && value !== '.' && value !== '..' && !/[/\\\p{Cc}]/u.test(value);
}
