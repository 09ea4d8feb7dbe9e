/** The wait after a 429 without `Retry-After`. */
export const defaultRetryAfterMs = 30_000;
