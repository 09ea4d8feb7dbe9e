// The changes that agents made in this window, by a name that is given to them. They are in the same history as those of a
// person, so both can undo them.
import { randomUUID } from 'node:crypto';
import type { WriteApproval, WriteGuard, WriteRequest } from '#model/connections/writeGuard.ts';
import type { ReversibleChange, UndoHistory } from '#model/records/changes/undoHistory.ts';
import type { RecordRef } from '#model/records/recordRef.ts';
import { RecentMap } from '#model/storage/recentMap.ts';

const maxChanges = 50;

export interface AgentChangeSteps {
  /** For the person's history, such as `Rename “Churn”`. */
  readonly label: string;
  readonly ref: RecordRef;
  /** What a person is asked in production before a step that they make themselves. */
  readonly undoing: WriteRequest;
  readonly redoing: WriteRequest;
  readonly undo: (approval: WriteApproval) => Promise<void>;
  readonly redo: (approval: WriteApproval) => Promise<void>;
}

export class AgentChange implements ReversibleChange {
  readonly label: string;
  readonly ref: RecordRef;
  readonly items: readonly RecordRef[];
  readonly undoDeletes: boolean;
  readonly #steps: AgentChangeSteps;
  readonly #guard: WriteGuard;
  /** Of the agent that undoes it: a step of a person asks for its own. */
  #approval: WriteApproval | undefined;

  constructor(guard: WriteGuard, steps: AgentChangeSteps) {
    this.#guard = guard;
    this.#steps = steps;
    this.label = steps.label;
    this.ref = steps.ref;
    this.items = [steps.ref];
    this.undoDeletes = steps.undoing.action === 'delete';
  }

  get undoing(): WriteRequest {
    return this.#steps.undoing;
  }

  readonly undo = async (): Promise<boolean> => {
    await this.#steps.undo(this.#approval ?? (await this.#guard.approve(this.#steps.undoing)));
    return true;
  };

  readonly redo = async (): Promise<boolean> => {
    await this.#steps.redo(await this.#guard.approve(this.#steps.redoing));
    return true;
  };

  /** @returns false if it was undone already. Throws what the step throws */
  async undoWith(approval: WriteApproval, history: UndoHistory): Promise<boolean> {
    this.#approval = approval;
    try {
      const step = await history.undo(this);
      if (step?.error instanceof Error) throw step.error;
      return step !== undefined;
    } finally {
      this.#approval = undefined;
    }
  }
}

export class AgentChanges {
  readonly #changes = new RecentMap<string, AgentChange>(maxChanges);

  /** @returns its name, which no other window gives */
  add(change: AgentChange): string {
    const id = randomUUID().slice(0, 13);
    this.#changes.set(id, change);
    return id;
  }

  get(id: string): AgentChange | undefined {
    return this.#changes.get(id);
  }
}
