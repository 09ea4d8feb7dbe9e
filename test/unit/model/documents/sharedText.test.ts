import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  SharedText,
  type SharedTextEditor,
  type TextChange,
  UndoGroupStack,
} from '#model/documents/sharedText.ts';

const change: TextChange = { from: { line: 0, character: 0 }, to: { line: 0, character: 0 }, text: 'x' };

class Editor implements SharedTextEditor {
  readonly calls: string[] = [];
  changed({ version }: { readonly version: number }): void {
    this.calls.push(`changed ${version}`);
  }
  applied(id: number, version: number): void {
    this.calls.push(`applied ${id} ${version}`);
  }
  rejected(id: number, reason: string): void {
    this.calls.push(`rejected ${id} ${reason}`);
  }
}

/** A text whose edits wait until the test lets them through. */
class Home {
  version = 1;
  readonly waiting: ((isApplied: boolean) => void)[] = [];
  apply(): Promise<boolean> {
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}

function open(): { home: Home; shared: SharedText; first: Editor; second: Editor } {
  const home = new Home();
  const shared = new SharedText(home);
  const [first, second] = [new Editor(), new Editor()];
  shared.attach(first);
  shared.attach(second);
  return { home, shared, first, second };
}

async function nextApply(home: Home): Promise<(isApplied: boolean) => void> {
  for (;;) {
    const resolve = home.waiting.shift();
    if (resolve) return resolve;
    await Promise.resolve();
  }
}

test('an edit is acknowledged to its editor and sent to the others', async () => {
  const { home, shared, first, second } = open();
  const result = shared.edit(first, { id: 7, version: 1, group: 'a', changes: [change] });
  const resolve = await nextApply(home);
  shared.changed({ version: 2, changes: [change], lineCount: 1 });
  resolve(true);
  assert.equal(await result, true);
  assert.deepEqual(first.calls, ['applied 7 2']);
  assert.deepEqual(second.calls, ['changed 2']);
});

test('the listener of the whole text learns which edit caused a change', async () => {
  const home = new Home();
  const causes: string[] = [];
  const shared = new SharedText(home, ({ version }, edit) => causes.push(`${version} ${edit?.group}`));
  const editor = new Editor();
  shared.attach(editor);
  const result = shared.edit(editor, { id: 1, version: 1, group: 'a', changes: [change] });
  const resolve = await nextApply(home);
  shared.changed({ version: 2, changes: [change], lineCount: 1 });
  shared.changed({ version: 3, changes: [change], lineCount: 1 });
  resolve(true);
  await result;
  assert.deepEqual(causes, ['2 a', '3 undefined']);
});

test('a change right after an edit is sent to its editor too', async () => {
  const { home, shared, first, second } = open();
  const result = shared.edit(first, { id: 1, version: 1, group: 'a', changes: [change] });
  const resolve = await nextApply(home);
  shared.changed({ version: 2, changes: [change], lineCount: 1 });
  shared.changed({ version: 3, changes: [change], lineCount: 1 });
  resolve(true);
  await result;
  assert.deepEqual(first.calls, ['applied 1 2', 'changed 3']);
  assert.deepEqual(second.calls, ['changed 2', 'changed 3']);
});

test('an edit to an older version is stale', async () => {
  const { shared, first, second } = open();
  assert.equal(await shared.edit(first, { id: 1, version: 0, group: 'a', changes: [change] }), false);
  assert.deepEqual(first.calls, ['rejected 1 stale']);
  assert.deepEqual(second.calls, []);
});

test('an edit that another one overtook is stale, and its editor was notified of the other change before', async () => {
  const { home, shared, first, second } = open();
  const result = shared.edit(first, { id: 1, version: 1, group: 'a', changes: [change] });
  const resolve = await nextApply(home);
  shared.changed({ version: 2, changes: [change], lineCount: 1 });
  resolve(false);
  assert.equal(await result, false);
  assert.deepEqual(first.calls, ['changed 2', 'rejected 1 stale']);
  assert.deepEqual(second.calls, ['changed 2']);
});

test('an edit that VS Code does not apply is refused', async () => {
  const { home, shared, first } = open();
  const result = shared.edit(first, { id: 1, version: 1, group: 'a', changes: [change] });
  (await nextApply(home))(false);
  assert.equal(await result, false);
  assert.deepEqual(first.calls, ['rejected 1 refused']);
});

test('an edit whose application throws is refused, and the next one is applied', async () => {
  const shared = new SharedText({
    version: 1,
    apply: (changes) => (changes.length > 0 ? Promise.reject(new Error('broken')) : Promise.resolve(true)),
  });
  const editor = new Editor();
  shared.attach(editor);
  await assert.rejects(shared.edit(editor, { id: 1, version: 1, group: 'a', changes: [change] }), /broken/);
  assert.equal(await shared.edit(editor, { id: 2, version: 1, group: 'a', changes: [] }), true);
  assert.deepEqual(editor.calls, ['rejected 1 refused', 'applied 2 1']);
});

test('the second of two edits at once waits for the first and is stale then', async () => {
  const { home, shared, first, second } = open();
  const results = [
    shared.edit(first, { id: 1, version: 1, group: 'a', changes: [change] }),
    shared.edit(second, { id: 1, version: 1, group: 'a', changes: [change] }),
  ];
  const resolve = await nextApply(home);
  assert.equal(home.waiting.length, 0);
  home.version = 2;
  shared.changed({ version: 2, changes: [change], lineCount: 1 });
  resolve(true);
  assert.deepEqual(await Promise.all(results), [true, false]);
  assert.deepEqual(second.calls, ['changed 2', 'rejected 1 stale']);
});

test('an undo comes after the edits before it, and an edit that comes during it is stale', async () => {
  const { home, shared, first } = open();
  const edit = { version: 1, group: 'a', changes: [change] };
  const before = shared.edit(first, { ...edit, id: 1 });
  const undo = shared.turns.run(async () => {
    home.version = 3;
    shared.changed({ version: 3, changes: [change], lineCount: 1, reason: 'undo' });
  });
  const later = shared.edit(first, { ...edit, id: 2, version: 2 });
  const resolve = await nextApply(home);
  home.version = 2;
  shared.changed({ version: 2, changes: [change], lineCount: 1 });
  resolve(true);
  await undo;
  assert.deepEqual(await Promise.all([before, later]), [true, false]);
  assert.deepEqual(first.calls, ['applied 1 2', 'changed 3', 'rejected 2 stale']);
});

test('a detached editor is not notified', () => {
  const { shared } = open();
  const editor = new Editor();
  const leave = shared.attach(editor);
  leave();
  shared.changed({ version: 2, changes: [change], lineCount: 1 });
  assert.deepEqual(editor.calls, []);
});

test('undo returns the groups in reverse order, redo in order', () => {
  const groups = new UndoGroupStack();
  for (const group of ['a', 'a', 'b']) groups.edited(group);
  assert.equal(groups.next('undo'), 'b');
  groups.undone();
  assert.equal(groups.next('undo'), 'a');
  assert.equal(groups.next('redo'), 'b');
  groups.undone();
  groups.undone();
  assert.equal(groups.next('undo'), undefined);
  assert.equal(groups.next('redo'), 'a');
  groups.redone();
  assert.equal(groups.next('undo'), 'a');
});

test('a new edit ends what could be redone', () => {
  const groups = new UndoGroupStack();
  groups.edited('a');
  groups.undone();
  groups.edited('b');
  assert.equal(groups.next('redo'), undefined);
  assert.equal(groups.next('undo'), 'b');
});

test('a change from elsewhere makes everything before it unknown', () => {
  const groups = new UndoGroupStack();
  groups.edited('a');
  groups.edited('a');
  groups.undone();
  groups.reset();
  assert.equal(groups.next('undo'), undefined);
  assert.equal(groups.next('redo'), undefined);
});

test('replacing a text with itself joins the previous edit and clears the redo stack', () => {
  const groups = new UndoGroupStack();
  groups.repeated();
  assert.equal(groups.next('undo'), undefined);
  for (const group of ['a', 'b', 'c']) groups.edited(group);
  groups.undone();
  groups.repeated();
  assert.equal(groups.next('redo'), undefined);
  assert.equal(groups.next('undo'), 'b');
  groups.undone();
  assert.equal(groups.next('undo'), 'b');
  groups.undone();
  assert.equal(groups.next('undo'), 'a');
});

test('an undo of something unknown makes what could be redone unknown', () => {
  const groups = new UndoGroupStack();
  groups.edited('a');
  groups.undone();
  groups.undone();
  assert.equal(groups.next('redo'), undefined);
});
