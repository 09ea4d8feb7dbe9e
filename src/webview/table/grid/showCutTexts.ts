// A text that its element cuts shows whole while the pointer rests on it.

/** @param selector of the elements in `parent`; they may get other texts at any time */
export function showCutTexts(parent: HTMLElement, selector: string): void {
  const show = ({ target }: Event): void => {
    const element = target instanceof Element ? target.closest<HTMLElement>(selector) : null;
    if (!element) return;
    const title = element.scrollWidth > element.clientWidth ? (element.textContent ?? '') : '';
    if (element.title !== title) element.title = title;
  };
  parent.addEventListener('mouseover', show);
  parent.addEventListener('mousemove', show); // a row that was scrolled has other texts in the same elements
}
