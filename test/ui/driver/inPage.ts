// What runs in the workbench's page before its own script. Each function is sent as its text: it reaches nothing outside of
// itself but its argument.

/**
 * Hands the workbench extensions under development and tests, as a launch from an editor does. VS Code's page takes no such
 * options from its address, so they join its configuration element.
 */
export function addDevelopmentOptions(developmentOptions: object): void {
  document.addEventListener(
    'readystatechange',
    () => {
      const element = document.getElementById('vscode-workbench-web-configuration');
      const text = element?.getAttribute('data-settings');
      if (!element || !text) return;
      const configuration = { ...JSON.parse(text), developmentOptions };
      element.setAttribute('data-settings', JSON.stringify(configuration));
    },
    { once: true },
  );
}

/**
 * Stops what turns, runs along or fades, where VS Code's setting for less motion leaves it moving. Without a graphics card
 * the processor draws each frame of it.
 */
export function stopAnimations(): void {
  if (window !== window.top) return; // a webview is the extension's
  const style = document.createElement('style');
  style.textContent = `
    .codicon-modifier-spin, .progress-bit, .wiggle, .flash, .monaco-hover { animation: none !important; }
    .progress-bit, .scrollbar, .slider, .minimap-slider { transition: none !important; }`;
  document.addEventListener('DOMContentLoaded', () => document.head.append(style), { once: true });
}

/**
 * VS Code asks its server how the extension host ended. If the answer takes longer than 2 s, which a slow machine needs, it
 * starts no other one, and says nothing: so it waits longer.
 */
export function awaitEndOfHost(): void {
  if (window !== window.top) return;
  const start = window.setTimeout.bind(window);
  const patient = (handler: TimerHandler, ms?: number, ...values: unknown[]) => {
    const isOfEnd = ms === 2000 && String(handler).includes('getExtensionHostExitInfo timed out');
    return start(handler, isOfEnd ? 120_000 : ms, ...values);
  };
  Object.assign(window, { setTimeout: patient });
}

/** What VS Code's translated messages do when they load: extensions get the language and bring their own words. */
export function setLanguage(language: string): void {
  Object.assign(globalThis, { _VSCODE_NLS_LANGUAGE: language });
}
