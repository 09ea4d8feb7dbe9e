// The page of the filters editor. It shows the host's document, and sends what the person types.
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style, before all else
import '#webview/elements/page.css';
import { keepSelectAllInFields } from '#webview/elements/selectAll.ts';
import { listenForSelectedText } from '#webview/elements/selectedTextMenu.ts';
import { startPage } from './filtersPage.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild makes filters.css of it
import './filters.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/filters/assist/completion.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/filters/structure/structure.css';

keepSelectAllInFields();
listenForSelectedText();
startPage();
