import { it } from 'node:test';

type Act = () => Promise<void>;

/**
 * One test of several steps, each of which continues from the one before; the first that fails ends it. For what would
 * take long to set up again for each `it`, which has to pass alone and in any order.
 * @returns a function that adds a step, to be called `it` in its file
 */
export function useJourney(): (step: string, act: Act) => void {
  const steps: (readonly [step: string, act: Act])[] = [];
  it('step by step', async (journey) => {
    for (const [step, act] of steps) {
      let hasPassed = false;
      await journey.test(step, async () => {
        await act();
        hasPassed = true;
      });
      if (!hasPassed) throw new Error(`“${step}” failed, and the steps after it continue from it.`);
    }
  });
  return (step, act) => void steps.push([step, act]);
}
