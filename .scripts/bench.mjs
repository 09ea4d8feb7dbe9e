// npm run bench: measures what test/bench names and prints a table.
//   npm run bench [-- --json FILE] [-- NAME …]    --json also writes the rows; NAMEs choose files of test/bench
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./bench/main.mjs'));
