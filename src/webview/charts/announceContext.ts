import { createContext } from 'preact';

/** Announces a text to screen readers. */
export const AnnounceContext = createContext<(text: string) => void>(() => undefined);
