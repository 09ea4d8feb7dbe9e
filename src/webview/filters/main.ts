// The page of the filters editor. It shows the host's document, and sends what the person types.
import '#webview/elements/page.css';
import { setDisplayLanguage } from '#text/displayLanguage.ts';
import { reportErrors } from '#webview/elements/reportErrors.ts';
import { keepKeysInFields } from '#webview/elements/pressedKey.ts';
import { listenForSelectedText } from '#webview/elements/menu.tsx';
import { connectHost } from '#webview/filters/sync/connectHost.ts';
import { FiltersPage } from './filtersPage.tsx';
import './filters.css';
import '#webview/filters/assist/completion.css';
import '#webview/filters/structure/structure.css';

keepKeysInFields();
listenForSelectedText();
startPage();

function startPage(): void {
  setDisplayLanguage(document.documentElement.lang);
  let page: FiltersPage | undefined;
  const link = connectHost(
    (message) => {
      if (message.type !== 'init') return page?.receive(message);
      page ??= new FiltersPage(link, message);
      page.takeLeft();
    },
    (isFinal) => page?.readUnkept(isFinal) ?? {},
    () => page?.shortenUnkept() ?? {},
  );
  reportErrors((message) => link.post({ type: 'failure', message }));
  const start = () => {
    const embedded = link.readFirst();
    if (embedded) page = new FiltersPage(link, embedded);
    link.post(embedded ? { type: 'ready', version: embedded.version } : { type: 'ready' });
    page?.takeLeft();
  };
  // VS Code shows a page once it has loaded. What is rendered before would be painted twice.
  if (document.readyState === 'complete') start();
  else addEventListener('load', start, { once: true });
}
