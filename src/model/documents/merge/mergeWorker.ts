// A thread that merges the texts it was started with, and ends.
import { parentPort, workerData } from 'node:worker_threads';
import { alignWith, type MergeAnswer, mergeConflict, type MergeJob } from './textMerger.ts';

if (!parentPort) throw new Error('This file runs as a worker thread; textMerger.ts starts it.');
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- textMerger.ts starts this thread with one
const job = workerData as MergeJob;

const answer: MergeAnswer =
  job.kind === 'merge' ? mergeConflict(job.sides, job.mine) : alignWith(job.ref, job.theirs, job.mine);
parentPort.postMessage(answer);
