// The page of the table editor: an ARIA grid. `@tanstack/virtual-core` finds the visible columns; rows have one height, so
// that a division finds them. Only the cells around the visible ones are loaded.
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style, before all else
import '#webview/elements/page.css';
import { keepKeysInFields, keepUndoInFields } from '#webview/elements/pressedKey.ts';
import { startTable } from './tablePage.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild makes table.css of it
import './table.css';

keepKeysInFields();
keepUndoInFields();
startTable();
