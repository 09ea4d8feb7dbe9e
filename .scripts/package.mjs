// npm run package: a production build, packed as cohort-deck-VERSION.vsix, with its sizes; fails where one is over its limit.
//   npm run package [-- --accept]    --accept writes the list of packed files that the tests expect
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./package/main.mjs'));
