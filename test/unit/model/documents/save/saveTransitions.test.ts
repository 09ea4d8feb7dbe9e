import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { ApiError, type ApiErrorKind } from '#api/apiError.ts';
import { WriteApproval } from '#api/writeApproval.ts';
import type { DocumentVersion } from '#model/documents/save/documentState.ts';
import { toDocument } from '#model/documents/documentUri.ts';
import {
  DocumentConflict,
  DocumentDeleted,
  SaveIgnored,
  SaveNotApproved,
  SaveNotArrived,
  SaveNotConfirmed,
} from '#model/documents/save/saveErrors.ts';
import {
  type Decision,
  type SavedText,
  type SaveQuestion,
  type SaveRequest,
  type SaveState,
  type ServiceResponse,
  afterResponse,
  afterDecision,
  beginSave,
} from '#model/documents/save/saveTransitions.ts';
import { hashText } from '#model/storage/memory.ts';

const record = { connectionId: 'own', projectId: '1', kind: 'cohort', id: 1 } as const;
const ref = toDocument(record, 'filters');
const [base, mine, theirs] = ['{"a": 1}', '{"a": 2}', '{"a": 3}'];

function version(raw: string): DocumentVersion {
  const text = `${raw}\n`;
  return { text, raw, hash: hashText(raw), mtime: 0, ctime: 0, size: text.length, record: undefined };
}

const approval = new WriteApproval();

const made = (origin: Partial<Exclude<SavedText['origin'], string>> = {}): SavedText => ({
  ref,
  text: mine,
  origin: { base, overwritable: base, hash: hashText(base), sent: undefined, ...origin },
  approval,
});

/** Goes to production and is not approved yet. */
const unapproved = (): SavedText => ({ ...made(), approval: undefined });

const has = (raw: string): ServiceResponse => ({ kind: 'version', version: version(raw) });
const fails = (error: unknown): ServiceResponse => ({ kind: 'error', error });
const apiError = (kind: ApiErrorKind) => new ApiError(kind, 'for the test');
const gone = new DocumentDeleted(ref, undefined);

const checking: SaveRequest = { kind: 'checking' };
const attempt = { body: `{"filters": ${mine}}`, before: version(base), isSecond: false };
const sending: SaveRequest = { kind: 'sending', attempt, approval };
const confirming = (cause: ApiErrorKind, isSecond = false): SaveRequest => ({
  kind: 'confirming',
  attempt: { ...attempt, isSecond },
  cause: apiError(cause),
});

/** The kind of a state, or of the error that it failed by. */
function nameOf(state: SaveState): string {
  if (state.kind !== 'failed') return state.kind;
  return state.error instanceof Error ? state.error.name : String(state.error);
}

describe('a save', () => {
  for (const [from, response, saved, to] of [
    ['checking', has(mine), made(), 'saved'],
    ['checking', has(base), made(), 'sending'],
    ['checking', has('{ "a":1.0 }'), made(), 'sending'],
    ['checking', has(theirs), made(), 'conflict'],
    ['checking', has(theirs), made({ overwritable: theirs }), 'sending'],
    ['checking', has(theirs), made({ sent: theirs }), 'sending'],
    ['checking', has(base), { ...made(), origin: 'unknown' }, 'conflict'],
    ['checking', has(base), { ...made(), origin: 'none' }, 'sending'],
    ['checking', has(base), unapproved(), 'unapproved'],
    ['checking', has(mine), unapproved(), 'saved'],
    ['checking', has(theirs), unapproved(), 'conflict'],
    ['checking', fails(gone), made(), 'deleted'],
    ['checking', fails(apiError('network')), made(), 'ApiError'],
    ['sending', has(mine), made(), 'saved'],
    ['sending', has(theirs), made(), 'saved'],
    ['sending', has(base), made(), 'SaveIgnored'],
    ['sending', fails(apiError('invalid')), made(), 'ApiError'],
    ['sending', fails(apiError('timeout')), made(), 'confirming'],
    ['sending', fails(apiError('server')), made(), 'confirming'],
  ] as const) {
    const what = response.kind === 'version' ? response.version.raw : String(response.error);
    it(`goes from ${from} to ${to} on ${what}, made from ${describeOrigin(saved)}`, () => {
      const state = afterResponse(from === 'checking' ? checking : sending, response, saved);
      assert.equal(nameOf(state), to);
    });
  }

  for (const [cause, isSecond, response, to] of [
    ['timeout', false, has(mine), 'saved'],
    ['timeout', false, has(base), 'SaveNotArrived'],
    ['network', false, has(base), 'sending'],
    ['network', true, has(base), 'SaveNotArrived'],
    ['network', false, has(theirs), 'conflict'],
    ['network', false, fails(gone), 'deleted'],
    ['network', false, fails(apiError('server')), 'SaveNotConfirmed'],
  ] as const) {
    const what = response.kind === 'version' ? response.version.raw : String(response.error);
    const time = isSecond ? 'second' : 'first';
    it(`goes from confirming to ${to} on ${what} after the ${time} ${cause} error`, () => {
      const state = afterResponse(confirming(cause, isSecond), response, made());
      assert.equal(nameOf(state), to);
    });
  }

  const typed = { name: 'Board ', tags: ['Growth'], filters: { a: 1 }, pinned: false };
  const stored = { ...typed, name: 'Board', tags: ['growth'] };
  for (const [what, now, to] of [
    ['what it made of the text', stored, 'saved'],
    ['another name', { ...stored, name: 'Theirs' }, 'conflict'],
    ['more tags', { ...stored, tags: ['growth', 'theirs'] }, 'conflict'],
    ['other filters', { ...stored, filters: { a: 2 } }, 'conflict'],
    ['another field that was not sent', { ...stored, pinned: true }, 'conflict'],
  ] as const) {
    it(`of a whole record goes from confirming to ${to} if the service has ${what}`, () => {
      const before = version(JSON.stringify({ ...typed, name: 'Old', tags: [], filters: {} }));
      const { pinned: _pinned, ...sent } = typed;
      const state = afterResponse(
        { kind: 'confirming', attempt: { ...attempt, body: JSON.stringify(sent), before }, cause: undefined },
        has(JSON.stringify(now)),
        {
          ...made(),
          ref: toDocument({ ...record, kind: 'dashboard' }, 'record'),
          text: JSON.stringify(typed),
        },
      );
      assert.equal(nameOf(state), to);
    });
  }

  it('fails with what went wrong', () => {
    const ignored = afterResponse(sending, has(base), made());
    const lost = afterResponse(confirming('timeout'), has(base), made());
    const unknown = afterResponse(confirming('timeout'), fails(apiError('server')), made());
    assert.ok(ignored.kind === 'failed' && ignored.error instanceof SaveIgnored);
    assert.ok(lost.kind === 'failed' && lost.error instanceof SaveNotArrived);
    assert.ok(unknown.kind === 'failed' && unknown.error instanceof SaveNotConfirmed);
  });

  it('begins only with a valid text', () => {
    assert.equal(nameOf(beginSave(ref, mine, base)), 'checking');
    assert.equal(nameOf(beginSave(ref, '{"a": ', base)), 'JsonTextError');
    const whole = toDocument(record, 'record');
    assert.equal(nameOf(beginSave(whole, '{"count": 1}', base)), 'DocumentFieldError');
  });

  it('begins with a question where the text has more incomplete conditions than the service', () => {
    const begin = (text: string, known: string | undefined) => nameOf(beginSave(ref, text, known));
    assert.equal(begin(withIncomplete(1), withIncomplete(0)), 'incomplete');
    assert.equal(begin(withIncomplete(1), undefined), 'incomplete');
    assert.equal(begin(withIncomplete(2), withIncomplete(1)), 'incomplete');
    assert.equal(begin(withIncomplete(1), withIncomplete(1)), 'checking');
    assert.equal(begin(withIncomplete(1), withIncomplete(2)), 'checking');
  });

  it('knows what the service made of the text', () => {
    const storedAfter = (raw: string) => {
      const state = afterResponse(sending, has(raw), made());
      return state.kind === 'saved' ? state.stored : state.kind;
    };
    assert.equal(storedAfter('{"a":2}'), undefined);
    assert.equal(storedAfter(theirs), `${theirs}\n`);
  });

  it('has the base of a merge in its conflict', () => {
    const state = afterResponse(checking, has(theirs), made());
    assert.ok(state.kind === 'conflict');
    assert.deepEqual([state.error.base, state.error.theirs], [base, theirs]);
  });
});

function withIncomplete(count: number): string {
  const condition = { type: 'person', key: '', value: '', operator: 'exact' };
  return JSON.stringify({
    properties: { type: 'AND', values: Array.from({ length: count }, () => condition) },
  });
}

describe('a decision', () => {
  const error = new DocumentConflict(ref, base, theirs);
  const question: SaveQuestion = { kind: 'conflict', error };
  for (const [decision, to] of [
    ['retry', 'checking'],
    ['takenIntoText', 'takenIntoText'],
    ['openedMergeEditor', 'openedMergeEditor'],
    ['showsNewer', 'showsNewer'],
    ['keepEditing', 'DocumentConflict'],
  ] as const satisfies readonly (readonly [Decision, string])[]) {
    it(`to ${decision} leads to ${to}`, () => {
      assert.equal(nameOf(afterDecision(question, decision)), to);
    });
  }

  it('to save incomplete conditions asks the service, and one against it keeps the text', () => {
    const asked = beginSave(ref, withIncomplete(1), undefined);
    assert.ok(asked.kind === 'incomplete');
    assert.equal(nameOf(afterDecision(asked, 'retry')), 'checking');
    assert.equal(nameOf(afterDecision(asked, 'keepEditing')), 'SaveIncomplete');
  });

  it('against sending to production keeps the text, and one for it reads from the service again', () => {
    const unasked: SaveQuestion = { kind: 'unapproved', error: new SaveNotApproved(ref, base) };
    assert.equal(nameOf(afterDecision(unasked, 'keepEditing')), 'SaveNotApproved');
    assert.equal(nameOf(afterDecision(unasked, 'retry')), 'checking');
  });
});

function describeOrigin({ origin, approval: given }: SavedText): string {
  if (!given) return 'a version, unapproved';
  if (typeof origin === 'string') return origin;
  return `${origin.overwritable ?? 'nothing'}${origin.sent === undefined ? '' : `, after ${origin.sent} was sent`}`;
}
