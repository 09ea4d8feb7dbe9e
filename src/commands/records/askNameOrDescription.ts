// Input boxes for the names and descriptions of records, with the limits of the service.
import * as vscode from 'vscode';
import { askText } from '#host/input/askText.ts';
import { charactersIn, textLimits } from '#model/records/textLimits.ts';
import type { RecordKind } from '#model/records/recordRef.ts';

const { t } = vscode.l10n;

interface TextInput {
  /** What was given with the command. */
  readonly given: string | undefined;
  /** What the box begins with. */
  readonly shown: string;
  /** @returns the problem */
  readonly check: (text: string) => string | undefined;
  readonly ask: (typed: string) => Promise<string | undefined>;
}

/** The text that was given with the command if it can be sent, else the answer to a question. */
export async function takeText({ given, shown, check, ask }: TextInput): Promise<string | undefined> {
  return given !== undefined && check(given) === undefined ? given : ask(given ?? shown);
}

export function nameProblem(name: string, kind: RecordKind): string | undefined {
  if (name === '') return t('Enter a name.');
  return lengthProblem(name, textLimits.name[kind]);
}

export function askName(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
  return askText<string>({
    title,
    value,
    prompt: t('Enter a name'),
    check: (typed) => nameProblem(typed.trim(), kind),
    submit: (typed) => ({ ok: true, value: typed.trim() }),
  });
}

/** An input box has one line: a line break is shown as this character and sent as a line break. */
const lineBreak = '⏎';

export function askDescription(title: string, kind: RecordKind, value: string): Promise<string | undefined> {
  const oneLine = value.replaceAll(/\r?\n/g, lineBreak);
  return askText<string>({
    title,
    value: oneLine,
    prompt: t('Enter a description ({0} is a line break)', lineBreak),
    check: (typed) => descriptionProblem(typed, kind),
    submit: (typed) => ({ ok: true, value: typed === oneLine ? value : withLineBreaks(typed).trim() }),
  });
}

function withLineBreaks(typed: string): string {
  return typed.replaceAll(lineBreak, '\n');
}

export function descriptionProblem(text: string, kind: RecordKind): string | undefined {
  return lengthProblem(text, textLimits.description[kind]);
}

function lengthProblem(text: string, max: number): string | undefined {
  const length = charactersIn(text);
  return length > max ? t('Enter at most {0} characters. This text has {1}.', max, length) : undefined;
}
