/** The page of the service's web UI where a person creates personal API keys, and gives them scopes. */
export function keyPageOf(baseUrl: string): string {
  return `${baseUrl}/settings/user-api-keys`;
}
