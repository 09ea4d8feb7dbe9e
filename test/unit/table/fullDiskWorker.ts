// The table's thread, whose columns have no more space than 64 pages.
import { DatabaseSync } from 'node:sqlite';

// oxlint-disable-next-line typescript/unbound-method -- called with `this` below
const { exec } = DatabaseSync.prototype;
DatabaseSync.prototype.exec = function (sql) {
  exec.call(this, 'PRAGMA max_page_count = 64');
  exec.call(this, sql);
};

await import('#table/tableWorker.ts');
