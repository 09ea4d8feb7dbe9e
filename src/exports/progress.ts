// Tells how far an export is, often enough to look alive and seldom enough to cost nothing.
import type { ExportProgress, ExportWait } from './types.ts';

const everyMs = 100;

export interface Progress {
  /** `bytes` of the file so far. */
  report(rows: number, bytes: number): void;
  /** Told at once; the next `report` ends it. */
  wait(wait: ExportWait): void;
  finish(rows: number, bytes: number): void;
}

export function createProgress(
  onProgress: (progress: ExportProgress) => void,
  expectedRows: number | undefined,
  nowMs: () => number = () => performance.now(),
): Progress {
  let last: ExportProgress = { rows: 0, bytes: 0, expectedRows, waiting: undefined };
  let toldMs = nowMs();
  const tell = (progress: ExportProgress): void => {
    last = progress;
    toldMs = nowMs();
    onProgress(progress);
  };
  tell(last);
  return {
    report(rows, bytes) {
      const progress = { rows, bytes, expectedRows, waiting: undefined };
      if (last.waiting !== undefined || nowMs() - toldMs >= everyMs) tell(progress);
    },
    wait(waiting) {
      tell({ ...last, waiting });
    },
    finish(rows, bytes) {
      tell({ rows, bytes, expectedRows, waiting: undefined });
    },
  };
}
