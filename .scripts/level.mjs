// npm run unit, contract, laws, integration or ui: the tests of one level. npm run pseudo needs what they need.
//   npm run ui [-- NAME …]    NAMEs choose files by a part of their path
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./level/main.mjs'));
