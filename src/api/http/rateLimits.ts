import type { RateLimits } from '#api/types.ts';

/** Requests a minute, of the cloud service, for all of a team's keys and programs together. */
export const defaultRateLimits: RateLimits = { recordsPerMinute: 480, personsPerMinute: 240 };

/** A request for which the service wants a longer wait fails at once. */
export const longestWaitMs = 130_000;
