import type { Page } from 'playwright-core';

/** Whether VS Code has stored a text in this browser, where the next window finds it. @param text without characters that JSON escapes */
export async function isStored(page: Page, text: string): Promise<boolean> {
  return page.evaluate(`(${lookFor})(${JSON.stringify(text)})`);
}

const lookFor = `async (text) => {
  const answerOf = (request) => new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith('vscode-web-state-db')) continue;
    const database = await answerOf(indexedDB.open(name));
    const stores = [...database.objectStoreNames];
    const values = [];
    for (const store of stores) values.push(...await answerOf(database.transaction(store).objectStore(store).getAll()));
    database.close();
    if (values.some((value) => String(value).includes(text))) return true;
  }
  return false;
}`;
