// npm run coverage: how much of src the tests of units, contracts and laws and those in the extension host reach together.
// The report is in .build/coverage/index.html.
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./coverage/main.mjs'));
