// Errors with a message for people, and the kinds of errors.
import * as vscode from 'vscode';
import { type ApiError, type ApiErrorKind, isApiError } from '#api/apiError.ts';
import type { CommandId } from '#manifest.ts';

/** A button that runs one of our commands. */
export interface ErrorAction {
  readonly title: string;
  readonly command: CommandId;
  readonly args?: readonly unknown[];
}

/** An error whose message is a sentence for people, in their language. */
export class UserError extends Error {
  override readonly name = 'UserError';
  readonly action: ErrorAction | undefined;
  constructor(message: string, action?: ErrorAction) {
    super(message);
    this.action = action;
  }
}

/** Whether a person canceled; shown nowhere. */
export function isCancelled(error: unknown): boolean {
  return (
    error instanceof vscode.CancellationError ||
    isApiError(error, 'cancelled') ||
    (error instanceof Error && error.name === 'AbortError')
  );
}

/** The project that is read-only here; undefined for any other error. */
export function refusingProject(error: unknown): ApiError['project'] {
  return isApiError(error, 'readOnly') ? error.project : undefined;
}

/** Undefined for an error that is not the service's. */
export function errorKind(error: unknown): ApiErrorKind | undefined {
  return isApiError(error) ? error.kind : undefined;
}
