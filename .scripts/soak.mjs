// npm run soak: two windows that save and export for minutes, on a service with faults; prints what hung, was lost or left.
//   npm run soak [-- MINUTES [SAVES]]    10 and 10,000 unless given
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./soak/main.mjs'));
