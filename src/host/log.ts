// The log. A call writes one line, bounded, so that no name, id or header forges another one. It may be pasted into a bug
// report: what the service says in its own words, and what people typed, is shown to the person and stays out of it.
import { isApiError, type ApiError } from '#api/apiError.ts';
import { displayText } from '#text/displayText.ts';

/** What is written to; VS Code's LogOutputChannel is one. */
export interface LogSink {
  debug(line: string): void;
  info(line: string): void;
  warn(line: string): void;
  error(line: string): void;
  show(): void;
}

/** `error` is described without its values. */
export interface Log {
  debug(line: string, error?: unknown): void;
  info(line: string): void;
  warn(line: string, error?: unknown): void;
  error(line: string, error?: unknown): void;
  show(): void;
}

export function createLog(sink: LogSink): Log {
  return {
    debug: (line, error) => sink.debug(entryOf(line, error)),
    info: (line) => sink.info(entryOf(line, undefined)),
    warn: (line, error) => sink.warn(entryOf(line, error)),
    error: (line, error) => sink.error(entryOf(line, error)),
    show: () => sink.show(),
  };
}

const maxLineLength = 1000;
const maxFrameLength = 300;
const maxFrames = 10;
const maxCauses = 4;

/** The places in our code follow on lines of their own, which begin with white space. */
function entryOf(line: string, error: unknown): string {
  if (error === undefined) return displayText(line, maxLineLength);
  const entry = displayText([line, describe(error)].filter((part) => part !== '').join(' '), maxLineLength);
  return [entry, ...framesOf(error)].join('\n    ');
}

function describe(error: unknown): string {
  const parts: string[] = [];
  for (
    let at = error;
    at !== undefined && parts.length < maxCauses;
    at = at instanceof Error ? at.cause : undefined
  )
    parts.push(at instanceof Error ? describeOne(at) : typeof at);
  return parts.join(', caused by ');
}

function describeOne(error: Error): string {
  if (isApiError(error)) return describeApiError(error);
  const code = 'code' in error && typeof error.code === 'string' ? ` ${error.code}` : '';
  const message = loggedMessage(error);
  return error.name + code + (message === '' ? '' : `: ${message}`);
}

/** Neither its `detail`, which quotes what it is about, nor its `attr`, which may name keys that a person typed. */
function describeApiError(error: ApiError): string {
  const { kind, status, code, scope, requestId, operation, message } = error;
  const known = { status, code, scope, request: requestId };
  const fields = Object.entries(known).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name} ${value}`],
  );
  return [`${error.name} ${kind}`, ...fields, operation, message]
    .filter((part) => part !== undefined)
    .join(', ');
}

/** In the path of an export, before its time: the name of its cohort. */
const nameOfExport = /(?<=[/\\])[^/\\]*(?=\d{4}-\d\d-\d\d \d\d-\d\d-\d\d)/g;

/** Empty if the message quotes text: JSON.parse's does, and a UserError's is for the person. */
function loggedMessage({ name, message }: Error): string {
  if (name === 'SyntaxError' || name === 'UserError') return '';
  return message
    .replaceAll(/\bhttps?:\/\/\S*/g, (address) => address.split(/[?#]/, 1)[0] ?? '')
    .replaceAll(nameOfExport, '…');
}

/** None for an ApiError: its operation says more. */
function framesOf(error: unknown): readonly string[] {
  if (!(error instanceof Error) || isApiError(error)) return [];
  const { stack = '', message } = error;
  // A message of several lines could look like frames.
  const at = stack.indexOf(message);
  const lines = at < 0 ? [] : stack.slice(at + message.length).split('\n');
  const frames = lines.filter((line) => /^\s+at /.test(line)).slice(0, maxFrames);
  return frames.map((frame) => displayText(frame.trim(), maxFrameLength));
}
