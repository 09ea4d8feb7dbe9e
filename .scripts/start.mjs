// npm start: sets everything up, builds, and opens VS Code with the extension loaded and the tree of sample data filled.
//   npm start -- [--browser | --desktop] [--port N] [--data DIR]
import { whenNodeIsRecent } from './setup/nodeVersion.mjs';

whenNodeIsRecent(() => import('./start/main.mjs'));
