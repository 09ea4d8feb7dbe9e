// What editors suggest: names and values that were seen, and those that a project is asked for.
import { lazy } from '#host/lazy.ts';
import type { Catalog } from '#model/records/catalog.ts';
import type { ProjectRef } from '#model/records/recordRef.ts';
import { forgetSeenValues, type SeenValues } from '#model/records/seenValues.ts';
import type { Base } from './createBase.ts';
import type { createConnections } from './createConnections.ts';

export function createSuggestions(
  { add, log }: Base,
  { connections, keys, openClient }: ReturnType<typeof createConnections>,
  catalog: Catalog,
) {
  const seenValues: SeenValues = new Map();
  for (const subscription of forgetSeenValues(seenValues, { connections, keys })) add(subscription);
  const onError = (error: unknown): void => log.debug('Could not read persons for suggestions.', error);
  const suggestions = lazy(async () => {
    const { SeenValueLoader } = await import('#model/records/seenValueLoader.ts');
    return new SeenValueLoader({ catalog, openClient, seenValues, onError });
  });
  return {
    seenValues,
    /** Loads what a project suggests; never rejects. */
    loadNames: (project: ProjectRef) =>
      suggestions()
        .then((loader) => loader.load(project))
        .catch(onError),
  };
}
