/** One JSON value that is kept between sessions. */
export interface Memory {
  read(): unknown;
  write(value: unknown): Promise<void>;
}
