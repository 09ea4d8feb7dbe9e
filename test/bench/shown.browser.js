// Runs in every frame before the frame's own scripts. Tells when a text with a new mark, such as `mark-12b`, has been
// painted in an editor that takes changes: `cohortDeckShown(mark, milliseconds since 1970)`; and when something was
// clicked: `cohortDeckClicked(milliseconds)`.
{
  const editors = [
    '.monaco-editor .view-lines',
    '.cm-content[contenteditable=true]',
    'textarea.floor:not([readonly])',
  ];
  const now = () => performance.timeOrigin + performance.now();
  let told = '';
  const look = () => {
    const isHidden = frameElement && getComputedStyle(frameElement).visibility !== 'visible';
    const shown = isHidden ? undefined : document.querySelector(editors.join());
    const mark = /mark-\w+/.exec((shown?.value ?? shown?.textContent ?? '').slice(0, 2000))?.[0] ?? '';
    if (mark !== told) {
      told = mark;
      // A callback of the next frame runs when this one is on the screen.
      if (mark !== '') requestAnimationFrame(() => globalThis.cohortDeckShown(mark, now()));
    }
  };
  // Frames asked for before a webview's document is written never come; timers stay.
  setInterval(look, 4);
  addEventListener('click', () => void globalThis.cohortDeckClicked(now()), { capture: true });
}
