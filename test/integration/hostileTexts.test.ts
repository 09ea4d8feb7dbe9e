// Hostile texts from a service, as the tree shows them.
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createClient } from '#api/client.ts';
import { listNode } from '#model/records/treeNodes.ts';
import { json } from '../misbehaving/acts.ts';
import { startMisbehaving } from '../misbehaving/server.ts';
import { cohortRecords, createTree, list } from './createTree.ts';

const unseen = /[\p{Cc}\p{Bidi_C}\p{DI}\u2028\u2029]/u;
const hostile = 'Paid\u202e\r\n\u200b\0 [run](command:workbench.action.quit)\u2066 https://example.com ';

describe('a record whose texts are hostile', () => {
  it('has a label, a description and a tooltip without what reorders, hides or runs', async () => {
    const [record] = cohortRecords(1);
    const results = [
      {
        ...record,
        name: hostile.repeat(100),
        description: hostile,
        created_by: { id: 1, first_name: hostile },
      },
    ];
    const server = await startMisbehaving(() => json({ count: 1, next: null, previous: null, results }));
    const client = createClient({ baseUrl: server.url, key: 'phx_test_key' });
    const { tree, dispose } = createTree(async () => client);
    const [node] = await tree.getChildren(listNode(list));
    assert.ok(node);
    const item = await tree.resolveTreeItem(tree.getTreeItem(node), node);
    const { label, description, accessibilityInformation, tooltip } = item;
    for (const text of [label, description, accessibilityInformation?.label]) {
      assert.ok(typeof text === 'string');
      assert.doesNotMatch(text, unseen);
      assert.ok(text.length <= 300);
    }
    assert.ok(
      typeof label === 'string' && label.startsWith('Paid \ufffd [run](command:workbench.action.quit) '),
    );
    assert.ok(tooltip instanceof vscode.MarkdownString);
    assert.doesNotMatch(tooltip.value.replaceAll('\n', ''), unseen);
    assert.doesNotMatch(tooltip.value, /[^\\]\]\(command:/);
    assert.doesNotMatch(tooltip.value, /https:/); // VS Code makes links of addresses
    assert.ok(tooltip.value.length < 3000);
    dispose();
    await client.close();
    await server.close();
  });
});
