import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { filtersEditorViewType, scheme } from '#manifest.ts';
import { type DocumentPart, formatPlace, toDocument } from '#model/documents/documentUri.ts';
import { eventually } from '../ui/driver/eventually.ts';
import { editText } from './editText.ts';
import { sampleRef, startSampleData, until, uriOf } from './sampleData.ts';

const cohort = sampleRef('cohort', 3);
const uri = uriOf(cohort);
const read = async () => Buffer.from(await vscode.workspace.fs.readFile(uri)).toString();
const write = (text: string) => vscode.workspace.fs.writeFile(uri, Buffer.from(text));

describe('a record’s filters as a document', () => {
  let original = '';

  before(async () => {
    await startSampleData();
    original = await read();
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await write(original);
  });

  it('are JSON text, laid out', () => {
    assert.match(original, /^\{\n {2}"properties": \{/);
    assert.ok('properties' in JSON.parse(original));
  });

  it('are sent by a save, and come back as the service keeps them', async () => {
    const document = await editText(uri, '{"properties": {"type": "OR", "values": []}}');
    assert.ok(document.isDirty);
    assert.ok(await document.save());
    assert.ok(!document.isDirty);
    assert.deepEqual(JSON.parse(await read()), { properties: { type: 'OR', values: [] } });
  });

  it('have a warning for a condition without a name, once something is typed into it, and a hint for a misspelled type', async () => {
    const untouched = { type: 'person', key: '', operator: 'exact', value: '' };
    const misspelled = { type: 'persoon', key: 'email', operator: 'is_set' };
    const values = [misspelled, untouched, { ...untouched, value: 'typed' }];
    const text = JSON.stringify({ properties: { type: 'OR', values } });
    const document = await editText(uri, text);
    const all = () => vscode.languages.getDiagnostics(uri);
    const marks = () => all().filter(({ code }) => code === 'incomplete');
    await until(vscode.languages.onDidChangeDiagnostics, () => marks().length > 0);
    const [mark, ...others] = marks();
    assert.deepEqual(others, []);
    assert.equal(document.offsetAt(mark?.range.start ?? document.positionAt(0)), text.lastIndexOf('""'));
    const [note] = all().filter(({ code }) => code === 'misspelled');
    assert.equal(note?.message, 'Unknown type. Did you mean “person”?');
    assert.equal(note.severity, vscode.DiagnosticSeverity.Information);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });

  it('count as read again once they are reverted to somebody else’s version', async () => {
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    const document = await editText(uri, '"mine": 1, ', 1);
    const elsewhere = uriOf(cohort, 'Elsewhere');
    await vscode.workspace.fs.writeFile(elsewhere, Buffer.from('{"properties": {}, "theirs": 1}'));
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until(vscode.workspace.onDidChangeTextDocument, () => !document.isDirty);
    assert.deepEqual(JSON.parse(document.getText()), { properties: {}, theirs: 1 });
    await editText(uri, '"mine": 2, ', 1);
    assert.ok(await document.save(), 'nobody has to be asked');
    assert.deepEqual(JSON.parse(await read()), { mine: 2, properties: {}, theirs: 1 });
  });

  it('cannot be saved if they are no JSON object, and the error says why', async () => {
    await assert.rejects(async () => write('[1, 2]'), /Nothing was sent/);
    assert.ok('properties' in JSON.parse(await read()));
  });

  it('that the service rejects show its reason', async () => {
    await assert.rejects(async () => write('{"no": "properties"}'), /properties/);
  });

  it('of a record that is not there are a file that is not found', async () => {
    const missing = uriOf(sampleRef('cohort', 999_999));
    await assert.rejects(
      async () => vscode.workspace.fs.stat(missing),
      (error) => error instanceof vscode.FileSystemError && error.code === 'FileNotFound',
    );
  });

  it('of a dashboard that this key may only view are read-only', async () => {
    const stats = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        vscode.workspace.fs.stat(uriOf(sampleRef('dashboard', index + 1))),
      ),
    );
    const readonly = stats.filter(({ permissions }) => permissions === vscode.FilePermission.Readonly);
    assert.ok(readonly.length > 0 && readonly.length < stats.length, `${readonly.length} of ${stats.length}`);
  });

  it('have a quick fix for the groups of a dashboard, which newer services reject', async () => {
    const dashboard = uriOf(sampleRef('dashboard', 9));
    const leaves = '{"key": "a", "value": 1.0}, {"key": "b", "value": 2}';
    const document = await editText(dashboard, `{"properties": {"type": "OR", "values": [${leaves}]}}`);
    const [fix] = await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
      'vscode.executeCodeActionProvider',
      dashboard,
      new vscode.Range(0, 0, 0, 1),
      vscode.CodeActionKind.QuickFix.value,
    );
    assert.equal(fix?.title, 'Make a Plain List (All Conditions Must Match)');
    assert.ok(fix.edit && (await vscode.workspace.applyEdit(fix.edit)));
    assert.equal(document.getText().replaceAll(/\s+/g, ' '), `{"properties": [${leaves}]}`);
    await vscode.commands.executeCommand('vscode.openWith', dashboard, 'default');
    await vscode.commands.executeCommand('workbench.action.files.revert');
  });

  it('are saved as they are, whatever code actions a folder’s settings run on save', async () => {
    const dashboard = uriOf(sampleRef('dashboard', 10));
    const editor = vscode.workspace.getConfiguration('editor');
    const workspace = vscode.ConfigurationTarget.Workspace;
    const document = await vscode.workspace.openTextDocument(dashboard);
    await vscode.commands.executeCommand('vscode.openWith', dashboard, 'default');
    const text =
      '{"properties": {"type": "OR", "values": [{"key": "a", "value": 1}, {"key": "b", "value": 2}]}}';
    for (const kind of ['quickfix', 'source.fixAll', 'source']) {
      await editor.update('codeActionsOnSave', { [kind]: 'always' }, workspace);
      await editText(dashboard, text);
      await vscode.commands.executeCommand('workbench.action.files.save');
      assert.equal(document.isDirty, false);
      const stored = Buffer.from(await vscode.workspace.fs.readFile(dashboard)).toString();
      assert.deepEqual(JSON.parse(stored), JSON.parse(text), kind);
    }
    await editor.update('codeActionsOnSave', undefined, workspace);
  });

  it('are UTF-8, whatever encoding a folder’s settings have, or are not sent', async () => {
    const dashboard = uriOf(sampleRef('dashboard', 11));
    const all = vscode.workspace.getConfiguration('files');
    const own = vscode.workspace.getConfiguration('files', { languageId: 'cohortdeck' });
    const workspace = vscode.ConfigurationTarget.Workspace;
    const readStored = async () => Buffer.from(await vscode.workspace.fs.readFile(dashboard)).toString();
    const save = async (value: string) => {
      await vscode.commands.executeCommand('vscode.openWith', dashboard, 'default');
      await eventually('it to be read as UTF-8', async () => {
        const document = await vscode.workspace.openTextDocument(dashboard);
        return !document.isClosed && document.encoding === 'utf8' && !document.getText().includes('Ã');
      });
      const document = await editText(dashboard, `{"date_from": "${value}"}`);
      const isSaved = await document.save();
      const { encoding, isClosed, isDirty, version } = document;
      assert.ok(isSaved, JSON.stringify({ encoding, isClosed, isDirty, version, text: document.getText() }));
    };
    try {
      await all.update('encoding', 'windows1252', workspace);
      await save('é');
      assert.match(await readStored(), /"é"/);
      await vscode.commands.executeCommand('workbench.action.closeActiveEditor');
      await own.update('encoding', 'windows1252', workspace, true);
      const bread = 'Köln \u{1f35e}'; // its bytes as windows1252, with one of them replaced, are valid UTF-8 again
      await save(bread);
      assert.match(await readStored(), new RegExp(`"${bread}"`, 'u'));
      await vscode.workspace.openTextDocument(dashboard, { encoding: 'windows1252' }); // by the person, for example
      const document = await editText(dashboard, ' ', 1);
      assert.equal(await document.save(), false);
      assert.match(await readStored(), new RegExp(`"${bread}"`, 'u'));
    } finally {
      await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
      await own.update('encoding', undefined, workspace, true);
      await all.update('encoding', undefined, workspace);
    }
  });

  it('open in the filters editor by default', async () => {
    await vscode.commands.executeCommand('vscode.open', uri);
    const isOpen = () => {
      const input: unknown = vscode.window.tabGroups.activeTabGroup.activeTab?.input;
      return input instanceof vscode.TabInputCustom && input.viewType === filtersEditorViewType;
    };
    await until(vscode.window.tabGroups.onDidChangeTabs, isOpen);
    assert.ok(isOpen());
  });

  it('show an error of their text in the Problems panel, at its place', async () => {
    const document = await editText(uri, '"a": ,', 1);
    const problems = () => vscode.languages.getDiagnostics(uri);
    await until(vscode.languages.onDidChangeDiagnostics, () => problems().length > 0);
    assert.equal(problems()[0]?.range.start.line, 0);
    const isOfVSCode = () => problems().some(({ source }) => source !== 'Cohort Deck');
    await until(vscode.languages.onDidChangeDiagnostics, () => isOfVSCode() && problems().length === 1);
    await vscode.commands.executeCommand('vscode.openWith', uri, 'default');
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await until(vscode.languages.onDidChangeDiagnostics, () => problems().length === 0);
    assert.ok(!document.isDirty);
  });
});

describe('the rest of a record as a document', () => {
  const uriOfPart = (part: DocumentPart) =>
    vscode.Uri.from({ scheme, ...formatPlace(toDocument(cohort, part), 'Any name') });
  const readPart = async (part: DocumentPart) =>
    Buffer.from(await vscode.workspace.fs.readFile(uriOfPart(part))).toString();

  before(startSampleData);

  it('holds every field that can be edited, and a save sends what changed', async () => {
    const document = await vscode.workspace.openTextDocument(uriOfPart('record'));
    const before = JSON.parse(document.getText());
    assert.deepEqual(Object.keys(before), ['name', 'description', 'filters', 'groups', 'is_static']);
    await editText(document.uri, 'Edited. ', document.getText().indexOf('"description": "') + 16);
    assert.ok(await document.save());
    const after = JSON.parse(await readPart('record'));
    assert.deepEqual(after, { ...before, description: `Edited. ${before.description}` });
  });

  it('opens the groups in a document of their own, which may be a list', async () => {
    const document = await vscode.workspace.openTextDocument(uriOfPart('groups'));
    assert.ok(Array.isArray(JSON.parse(document.getText())));
    assert.deepEqual(vscode.languages.getDiagnostics(document.uri), []);
  });

  it('opens as text by its commands', async () => {
    await vscode.commands.executeCommand('vscode.open', uriOfPart('groups'));
    await vscode.commands.executeCommand('cohortDeck.editAsJson'); // of the record that the active editor shows
    const { activeTextEditor } = vscode.window;
    assert.match(activeTextEditor?.document.uri.path ?? '', /\/cohorts\/3\/[^/]+\.cohort\.json$/);
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });
});
