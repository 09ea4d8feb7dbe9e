import { createContext } from 'preact';

/** Has screen readers read a text. */
export const AnnounceContext = createContext<(text: string) => void>(() => undefined);
