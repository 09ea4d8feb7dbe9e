// Stands in for the native module of this name, which needs a compiler: ends this process once its parent is gone.
const parentIsGone = 87; // the exit code that VS Code expects for it

exports.start = (parentPid) => {
  const watching = setInterval(() => {
    try {
      process.kill(parentPid, 0);
    } catch {
      process.exit(parentIsGone);
    }
  }, 1000);
  watching.unref();
};
exports.exit = (code) => process.exit(code);
