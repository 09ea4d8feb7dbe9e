// Runs in the extension host: activates ours and the floor, and writes down how long each took.
import { appendFileSync } from 'node:fs';
import * as vscode from 'vscode';

const activate: Record<string, () => Promise<number>> = {
  ours: () => activation('cohort-deck.cohort-deck', 'cohortDeck.activate'),
  floor: () => activation('bench.floor', 'floor.activate'),
};

export async function run(): Promise<void> {
  // The first one also pays for what VS Code loads at the first call of its API.
  for (const name of (process.env.COHORT_DECK_ORDER ?? '').split(',')) {
    const ms = await activate[name]?.();
    appendFileSync(process.env.COHORT_DECK_FIGURES ?? '', `${name} ${ms}\n`);
  }
}

async function activation(id: string, measure: string): Promise<number> {
  const extension = vscode.extensions.getExtension(id);
  if (!extension || extension.isActive) throw new Error(`${id} is not there, or was activated before`);
  await extension.activate();
  const [entry] = performance.getEntriesByName(measure);
  if (!entry) throw new Error(`${id} did not measure its activation`);
  return entry.duration;
}
