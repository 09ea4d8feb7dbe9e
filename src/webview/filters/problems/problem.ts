// A problem of the text, from whatever source.

export type Severity = 'error' | 'warning' | 'info';

export interface Problem {
  /** Offsets in the editor's text. */
  readonly from: number;
  readonly to: number;
  readonly severity: Severity;
  readonly message: string;
  /** Who reports it; empty where it is this editor. */
  readonly source: string;
  /** The service has rejected the text for it. */
  readonly isOfService?: boolean;
}
