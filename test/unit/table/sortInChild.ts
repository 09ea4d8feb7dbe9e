// Sorts a table twice and prints how that fails. Arguments: the file and a folder for temporary files.
import { openTable } from '#table/openTable.ts';
import { ignore, noSignal, workerUrl } from './tables.ts';

const [path = '', scratchDirectory = ''] = process.argv.slice(2);
const table = await openTable({ path, scratchDirectory, workerUrl, onIndex: ignore, onBroken: ignore });
const query = { search: '', filters: [], sort: { column: 0, isDescending: true } };
for (let attempt = 0; attempt < 2; attempt++) {
  const outcome = await table.view(query, noSignal, ignore).then(
    () => 'sorted',
    (error: unknown) => String(error),
  );
  console.log(outcome);
}
await table.close();
