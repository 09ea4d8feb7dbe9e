// npm run translations: puts the German texts in order, drops those that nothing uses, and lists what is not translated.
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./translations/main.mjs'));
