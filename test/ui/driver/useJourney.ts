import { it, type TestContext } from 'node:test';

type Act = (step: TestContext) => Promise<void>;

/**
 * One test of several steps, each of which continues from the one before; the first that fails ends it. For what would
 * take long to set up again for each `it`, which has to pass alone and in any order.
 * @returns what adds a step, to be called `test` in its file
 */
export function useJourney(): { readonly step: (name: string, act: Act) => void } {
  const steps: (readonly [name: string, act: Act])[] = [];
  it('step by step', async (journey) => {
    for (const [name, act] of steps) {
      let hasPassed = false;
      await journey.test(name, async (step) => {
        await act(step);
        hasPassed = true;
      });
      if (!hasPassed) throw new Error(`“${name}” failed, and the steps after it continue from it.`);
    }
  });
  return { step: (name, act) => void steps.push([name, act]) };
}
