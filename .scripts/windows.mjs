// npm run windows: the tests of unit and contract as Windows runs them, by its Node under Wine.
//   npm run windows [-- NAME …]    NAMEs choose files by a part of their path
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./windows/main.mjs'));
