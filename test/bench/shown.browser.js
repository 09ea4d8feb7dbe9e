// Runs in every frame before the frame's own scripts. Tells when a text with a new mark, such as `mark-12b`, has been
// painted in an editor that takes changes: `cohortDeckShown(mark, milliseconds since 1970)`; and when something was
// clicked: `cohortDeckClicked(milliseconds)`. It observes only from a click, or from the start of the frame, until then, so that observing does not slow what is measured later.
{
  const editors = [
    '.monaco-editor .view-lines',
    '.cm-content[contenteditable=true]',
    'textarea.floor:not([readonly])',
  ];
  const longestMs = 10_000;
  const now = () => performance.timeOrigin + performance.now();
  let told = '';
  let timer = 0;
  let until = 0;
  const look = () => {
    if (now() > until) clearInterval(timer);
    const isHidden = frameElement && getComputedStyle(frameElement).visibility !== 'visible';
    const shown = isHidden ? undefined : document.querySelector(editors.join());
    const mark = /mark-\w+/.exec((shown?.value ?? shown?.textContent ?? '').slice(0, 2000))?.[0] ?? '';
    if (mark === told || mark === '') return;
    told = mark;
    clearInterval(timer);
    // A callback of the next frame runs when this one is on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => globalThis.cohortDeckShown(mark, now())));
  };
  const start = () => {
    until = now() + longestMs;
    clearInterval(timer);
    // Not by frames: those asked for before a webview's document is written never come.
    timer = setInterval(look, 4);
  };
  if (frameElement) start();
  const clicked = () => {
    void globalThis.cohortDeckClicked(now());
    start();
  };
  addEventListener('click', clicked, { capture: true });
}
