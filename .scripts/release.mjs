// npm run release: packs the version that package.json names, verifies it, and tags the commit. Publishing is up to a person.
//   npm run release [-- --dry-run]    --dry-run does everything but the tag
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./release/main.mjs'));
