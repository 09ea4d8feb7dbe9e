// npm run check: types, lint, dead exports, format and unit tests, at the same time; run it before every commit.
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./stages/check.mjs'));
