// Runs in the page before the workbench's own script: what turns, runs along or fades stands still, where VS Code's setting
// for less motion leaves it moving. Without a graphics card the processor draws each frame of it.
if (window === window.top) {
  const style = document.createElement('style'); // for the workbench alone: a webview is the extension's
  style.textContent = `
    .codicon-modifier-spin, .progress-bit, .wiggle, .flash, .monaco-hover { animation: none !important; }
    .progress-bit, .scrollbar, .slider, .minimap-slider { transition: none !important; }`;
  document.addEventListener('DOMContentLoaded', () => document.head.append(style), { once: true });
}
