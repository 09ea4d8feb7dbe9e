// Tells how far an export is, often enough to look alive and seldom enough to cost nothing.
import type { ExportProgress, ExportWait } from './types.ts';

const everyMs = 100;

export interface Progress {
  /** `bytes` of the file so far. */
  report(rows: number, bytes: number): void;
  /** Told at once, and again by each `report` until its time is over: other pages may come meanwhile. */
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
  let waitsUntilMs = 0;
  const tell = (progress: ExportProgress): void => {
    last = progress;
    toldMs = nowMs();
    onProgress(progress);
  };
  tell(last);
  return {
    report(rows, bytes) {
      const leftMs = waitsUntilMs - nowMs();
      const isWaiting = last.waiting !== undefined && leftMs > 0;
      const isOver = last.waiting !== undefined && !isWaiting;
      if (!isOver && nowMs() - toldMs < everyMs) return;
      const waiting = isWaiting && last.waiting ? { ...last.waiting, ms: leftMs } : undefined;
      tell({ rows, bytes, expectedRows, waiting });
    },
    wait(waiting) {
      waitsUntilMs = nowMs() + waiting.ms;
      tell({ ...last, waiting });
    },
    finish(rows, bytes) {
      tell({ rows, bytes, expectedRows, waiting: undefined });
    },
  };
}
