/** Keeps one JSON value between sessions. */
export interface Memory {
  read(): unknown;
  write(value: unknown): Promise<void>;
}
