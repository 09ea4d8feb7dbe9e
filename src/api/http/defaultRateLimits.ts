import type { RateLimits } from '#api/clientTypes.ts';

/** Requests a minute, of the cloud service, for all of a team's keys and programs together. */
export const defaultRateLimits: RateLimits = { recordsPerMinute: 480, personsPerMinute: 240 };
