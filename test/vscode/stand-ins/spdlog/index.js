// Stands in for the native module of this name, which needs a compiler: the log files of VS Code, written in plain JavaScript.
// Loggers append at once, so flush has nothing to do; files never rotate, because a run here is short.
const fs = require('node:fs');
const path = require('node:path');

const levels = ['trace', 'debug', 'info', 'warning', 'error', 'critical', 'off'];
let defaultLevel = levels.indexOf('info');

class Logger {
  constructor(kind, _name, file) {
    this.file = kind === 'stdout_async' ? undefined : file;
    this.level = defaultLevel;
    this.bare = false;
    if (!this.file) return;
    fs.mkdirSync(path.dirname(this.file), { recursive: true });
    fs.appendFileSync(this.file, '');
  }
  write(level, message) {
    if (levels.indexOf(level) < this.level) return;
    const line = this.bare ? message : `${localTime(new Date())} [${level}] ${message}\n`;
    if (!this.file) process.stdout.write(line);
    else if (fs.existsSync(path.dirname(this.file))) fs.appendFileSync(this.file, line); // a run's folder can go before its last words
  }
  getLevel() {
    return this.level;
  }
  setLevel(level) {
    this.level = level;
  }
  setPattern() {}
  clearFormatters() {
    this.bare = true;
  }
  flush() {}
  drop() {}
}

const methods = {
  trace: 'trace',
  debug: 'debug',
  info: 'info',
  warn: 'warning',
  error: 'error',
  critical: 'critical',
};
for (const [method, level] of Object.entries(methods)) {
  Logger.prototype[method] = function (message) {
    this.write(level, message);
  };
}

/** `2026-01-31 09:05:00.123` on the clock of this machine, as the native module prints it. */
function localTime(date) {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().replace('T', ' ').replace('Z', '');
}

exports.version = 0;
exports.Logger = Logger;
exports.setLevel = (level) => {
  defaultLevel = level;
};
exports.setFlushOn = () => {};
exports.createRotatingLogger = async (name, file) => new Logger('rotating', name, file);
exports.createAsyncRotatingLogger = async (name, file) => new Logger('rotating_async', name, file);
