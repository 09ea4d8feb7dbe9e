// The filters editor's page. It shows what the host has and sends what the person types; the pieces do not know each
// other and meet here.
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style, before all else
import '#webview/elements/page.css';
import { startPage } from './page.ts';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild makes filters.css of it
import './filters.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/filters/assist/completion.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/filters/structure/structure.css';

startPage();
