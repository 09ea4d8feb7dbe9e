// Runs in every frame before the frame's own scripts. Tells when a dashboard's page has drawn every chart in sight, or a
// bare page has its text: `cohortDeckShown(name, milliseconds since 1970)`; and when something was clicked:
// `cohortDeckClicked(milliseconds)`.
{
  const longestMs = 10_000;
  const now = () => performance.timeOrigin + performance.now();
  let told = '';
  let timer = 0;
  let until = 0;
  const isInSight = (element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return bottom > 0 && top < innerHeight;
  };
  const nameShown = () => {
    const bare = document.querySelector('pre[data-name]');
    if (bare) return bare.dataset.name;
    const tiles = [...document.querySelectorAll('.tile')].filter(isInSight);
    const isDrawn = tiles.length > 0 && tiles.every((tile) => tile.querySelector('svg.chart, table.data'));
    return isDrawn ? document.querySelector('h1').textContent.trim() : '';
  };
  const look = () => {
    if (now() > until) clearInterval(timer);
    const isHidden = frameElement && getComputedStyle(frameElement).visibility !== 'visible';
    const name = isHidden ? '' : nameShown();
    if (name === told || name === '') return;
    told = name;
    clearInterval(timer);
    // A callback of the next frame runs when this one is on the screen.
    requestAnimationFrame(() => requestAnimationFrame(() => globalThis.cohortDeckShown(name, now())));
  };
  const start = () => {
    until = now() + longestMs;
    clearInterval(timer);
    // Not by frames: those asked for before a webview's document is written never come.
    timer = setInterval(look, 4);
  };
  if (frameElement) start();
  addEventListener('click', () => void globalThis.cohortDeckClicked(now()), { capture: true });
}
