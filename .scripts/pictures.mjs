// npm run pictures: takes the pictures of the walkthrough from the extension itself, with the sample data, dark and light.
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./pictures/main.mjs'));
