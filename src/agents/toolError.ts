/** A sentence for the model, which says what to do next. */
export class ToolError extends Error {
  override readonly name = 'ToolError';
  /** For the log: no text of the service. */
  readonly outcome: string;
  constructor(message: string, outcome = 'refused') {
    super(message);
    this.outcome = outcome;
  }
}
