/** Public hosts of the service, offered when connecting. */
export const knownHosts = [
  { url: 'https://us.posthog.com', name: 'PostHog Cloud US' },
  { url: 'https://eu.posthog.com', name: 'PostHog Cloud EU' },
] as const;
