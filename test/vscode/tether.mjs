// Loaded into the VS Code server before it starts: ends the whole process group as soon as the process that started it has ended,
// even by a kill that left no time to clean up; the pipe on standard input closes then.
// Node hands --import on to child processes, and only the server itself holds the pipe.
if (process.env.COHORT_DECK_TETHERED) {
  delete process.env.COHORT_DECK_TETHERED;
  process.stdin.once('close', () =>
    process.kill(process.platform === 'win32' ? process.pid : -process.pid, 'SIGKILL'),
  );
  process.stdin.resume();
}
