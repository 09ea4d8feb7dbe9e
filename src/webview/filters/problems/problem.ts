// A problem of the text, whoever found it.

export type Severity = 'error' | 'warning' | 'info';

export interface Problem {
  /** Offsets in the editor's text. */
  readonly from: number;
  readonly to: number;
  readonly severity: Severity;
  readonly message: string;
  /** Who says so; empty where it is this editor. */
  readonly source: string;
}
