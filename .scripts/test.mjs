// npm test: sets everything up, then runs all checks and all tests. The last line is `N passed, N failed`.
//   npm test [-- --desktop]    --desktop runs the suite of the extension host in a downloaded desktop VS Code, too
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./stages/test.mjs'));
