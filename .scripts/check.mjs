// npm run check: types, lint, format and unit tests, at the same time; the word before every commit.
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./stages/check.mjs'));
