// The table editor's page: an ARIA grid of its own, whose columns `@tanstack/virtual-core` places; rows have one height
// and need no more than a division. It holds only the cells that are near the screen.
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style, before all else
import '#webview/elements/page.css';
import { startTable } from './tablePage.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild makes table.css of it
import './table.css';

startTable();
