import type { ComponentChildren } from 'preact';

/** Text between the controls of a condition. */
export function Word({ children }: { readonly children: ComponentChildren }) {
  return <span class="word">{children}</span>;
}

/** Words and controls that stay on one line. */
export function Phrase({ children }: { readonly children: ComponentChildren }) {
  return <span class="phrase">{children}</span>;
}
