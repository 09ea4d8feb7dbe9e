// npm run bench: measures what test/bench names and prints a table.
//   npm run bench [-- --json FILE] [-- NAME …]    --json also writes the rows; NAMEs choose files of test/bench
//   npm run bench -- --against REVISION [NAME …]    measures that revision and this tree by turns, side by side
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./bench/main.mjs'));
