import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type BaseRow, MergeBases } from '#model/documents/merge/mergeBases.ts';
import { hashText } from '#model/storage/memory.ts';
import { createMemory, createTexts } from '../../../../stored.ts';

const at = 'the document';
const row = (text: string, version: number): BaseRow => ({
  of: 'record',
  hash: hashText(text),
  mtime: version,
  size: text.length,
});

/** Windows that share what they remember, as those without a folder do. */
function useWindows() {
  const [memory, texts, open] = [createMemory(), createTexts(), new Set<number>()];
  return {
    open(pid: number): MergeBases {
      open.add(pid);
      const windows = { own: pid, isOpen: (other: number) => open.has(other) };
      return new MergeBases(memory, texts, assert.ifError, windows);
    },
    close: (pid: number) => open.delete(pid),
  };
}

describe('the merge base of an unsaved text', () => {
  it('is the version of its own window, although another open window has saved since', async () => {
    const windows = useWindows();
    const [first, second] = [windows.open(1), windows.open(2)];
    for (const window of [first, second]) await window.set(at, row('old', 1), 'old');
    await second.set(at, row('saved by the second', 2), 'saved by the second');
    windows.close(1);
    const again = windows.open(3);
    assert.equal((await again.origin(at))?.base, 'old');
    assert.equal(again.latestOf('record')?.mtime, 2);
  });

  it('is the oldest possible one if several windows were closed', async () => {
    const windows = useWindows();
    const [first, second] = [windows.open(1), windows.open(2)];
    await second.set(at, row('newer', 2), 'newer');
    await first.set(at, row('old', 1), 'old');
    windows.close(1);
    windows.close(2);
    assert.equal((await windows.open(3).origin(at))?.base, 'old');
  });

  it('of closed windows is dropped once the document is read again', async () => {
    const windows = useWindows();
    await windows.open(1).set(at, row('old', 1), 'old');
    windows.close(1);
    await windows.open(2).set(at, row('newer', 2), 'newer');
    windows.close(2);
    assert.equal((await windows.open(3).origin(at))?.base, 'newer');
  });

  it('keeps, for a closed window, what may be overwritten and what was sent', async () => {
    const windows = useWindows();
    const first = windows.open(1);
    await first.set(at, row('old', 1), 'old');
    await first.allowOverwrite(at, 'theirs');
    windows.close(1);
    const second = windows.open(2);
    await second.markSent(at, 'sent', 'theirs');
    windows.close(2);
    const found = windows.open(3).get(at);
    assert.deepEqual(found, { ...row('old', 1), overwritable: hashText('theirs'), sent: hashText('sent') });
  });

  it('has no unconfirmed save any more once a later version may be overwritten', async () => {
    const bases = useWindows().open(1);
    await bases.set(at, row('old', 1), 'old');
    await bases.markSent(at, 'sent', 'old');
    await bases.allowOverwrite(at, 'theirs');
    assert.deepEqual(bases.get(at), { ...row('old', 1), overwritable: hashText('theirs') });
  });

  it('is unknown if no window ever had the document', () => {
    assert.equal(useWindows().open(1).get(at), undefined);
  });
});
