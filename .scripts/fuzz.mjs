// npm run fuzz: random inputs for what reads text and bytes from elsewhere, guided by what of the code they reach.
//   npm run fuzz [-- SECONDS [NAME …]]    SECONDS for each target, 60 unless given
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./fuzz/main.mjs'));
