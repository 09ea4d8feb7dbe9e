// The page of the table editor: an ARIA grid. `@tanstack/virtual-core` finds the visible columns; rows have one height, so
// that a division finds them. Only the cells around the visible ones are loaded.
import '#webview/elements/page.css';
import { h, render } from 'preact';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { keepKeysInFields, keepUndoInFields } from '#webview/elements/pressedKey.ts';
import { reportErrors } from '#webview/elements/reportErrors.ts';
import { connectTableHost } from './connectHost.ts';
import { pageElement, TablePage } from './tablePage.tsx';
import './table.css';

keepKeysInFields();
keepUndoInFields();
setDisplayLanguage(document.documentElement.lang);

let page: TablePage | undefined;
const link = connectTableHost((message) => {
  if (message.type === 'init') (page ??= new TablePage(link, message)).open(message);
  else if (page) page.receive(message);
  else if (message.type === 'failed') render(h('p', { class: 'nothing' }, message.message), pageElement());
});
reportErrors((message) => link.post({ type: 'failure', message }));
link.post({ type: 'ready' });
