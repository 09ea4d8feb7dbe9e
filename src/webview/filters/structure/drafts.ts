// What waits in fields for JSON is not in the document, so that the editor would not ask before a tab with it closes:
// the host is told what would be lost.

/** @param tell hears of every change of what waits, in the order of the fields */
export function watchDrafts(element: HTMLElement, tell: (drafts: readonly string[]) => void): void {
  let told = '[]';
  const look = (): void => {
    const drafts = Array.from(
      element.querySelectorAll<HTMLTextAreaElement>('textarea[data-draft]'),
      ({ value }) => value,
    );
    if (JSON.stringify(drafts) === told) return;
    told = JSON.stringify(drafts);
    tell(drafts);
  };
  element.addEventListener('input', look);
  const options = { subtree: true, childList: true, attributeFilter: ['data-draft'] };
  new MutationObserver(look).observe(element, options);
}
