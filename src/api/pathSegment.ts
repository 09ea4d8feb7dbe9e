import { ApiError } from './apiError.ts';

/** One segment of a path; `@current` stays readable. Throws `invalid` for what would name another path. */
export function pathSegment(value: string, attr: string): string {
  if (value === '' || value === '.' || value === '..') {
    throw new ApiError('invalid', 'The id is empty or is no id.', { attr });
  }
  return encodeURIComponent(Buffer.from(value).toString()).replaceAll('%40', '@');
}
