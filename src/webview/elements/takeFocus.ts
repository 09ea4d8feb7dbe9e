/**
 * Focuses the content of the page whenever nothing else in it has the focus, but only while the page has it: a preview that
 * was opened from the tree leaves the focus there, and a box that was opened meanwhile keeps it.
 */
export function takeFocus(focus: () => void): void {
  const focusContent = () => {
    if (document.activeElement === document.body) focus();
  };
  window.addEventListener('focus', focusContent);
  if (document.hasFocus()) focusContent();
}
