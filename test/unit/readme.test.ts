// The README says what is there: its settings, commands, scripts, folders and pictures are those of the project.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const readme = read('README.md');
const manifest = JSON.parse(read('package.json'));
const strings: Record<string, string> = JSON.parse(read('package.nls.json'));

/** The cells of each row of the table under a heading, without the head. */
function tableUnder(heading: string): string[][] {
  const [, section = ''] = readme.split(`## ${heading}\n`);
  const rows = section.split('\n## ')[0]?.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const inCode = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

describe('the README', () => {
  it('lists exactly the settings there are, with their defaults', () => {
    const listed = tableUnder('Settings').map(([id, standard]) => [inCode(id)[0], inCode(standard)[0]]);
    const properties: Record<string, { default: unknown }> = manifest.contributes.configuration.properties;
    const there = Object.entries(properties).map(([id, { default: value }]) => [id, JSON.stringify(value)]);
    assert.deepEqual(listed, there);
  });

  it('names no setting of ours that is not there', () => {
    const named = inCode(readme).filter((code) => /^cohortDeck\.[\w.]+$/.test(code));
    const there = Object.keys(manifest.contributes.configuration.properties);
    assert.deepEqual(
      named.filter((id) => !there.includes(id)),
      [],
    );
  });

  it('names commands by their titles', () => {
    const text = readme.replaceAll(/^- \*\*[^*]+\*\*/gm, ''); // what a list's items begin with
    const bold = [...text.matchAll(/\*\*(?:Cohort Deck: )?([^*]+)\*\*/g)].map(([, name = '']) => name);
    const quoted = [...text.matchAll(/“([^”]+)”/g)].map(([, name = '']) => name);
    const named = [...bold, ...quoted.filter((name) => name !== 'N passed, N failed')];
    const commands = Object.entries(strings).flatMap(([key, title]) =>
      key.startsWith('command.') ? title : [],
    );
    const buttons = [...read('src/webview/filters/toolbar.ts').matchAll(/\bt\('([^']+)'\)/g)];
    const titles = [...commands, ...buttons.map(([, title = '']) => title)];
    const plain = (name: string) => name.replace(/…$/, '');
    assert.ok(named.length > 8, `only ${named.length} are named`);
    assert.deepEqual(
      named.filter((name) => !titles.some((title) => plain(title) === plain(name))),
      [],
    );
  });

  it('names npm scripts that exist', () => {
    const scripts = [...readme.matchAll(/npm (?:run )?(?:-s )?(\w+)/g)].map(([, name = '']) => name);
    const known = new Set([...Object.keys(manifest.scripts), 'run', 'ci']);
    assert.ok(scripts.length > 5);
    assert.deepEqual(
      scripts.filter((name) => !known.has(name) && name !== 'and'),
      [],
    );
  });

  it('tells of every folder of src and of no other', () => {
    const listed = tableUnder('Working on it').flatMap(([cell]) => inCode(cell));
    const there = readdirSync(new URL('src/', root), { withFileTypes: true });
    const folders = there.filter((entry) => entry.isDirectory()).map(({ name }) => `${name}/`);
    const named = listed.filter((name) => name.endsWith('/') && name !== 'dist/');
    assert.deepEqual(named.toSorted(), folders.toSorted());
    const files = listed.filter((name) => name.endsWith('.ts'));
    assert.deepEqual(
      files.toSorted(),
      there.flatMap((entry) => (entry.isFile() ? entry.name : [])).toSorted(),
    );
  });

  it('shows pictures and links files that are there', () => {
    const links = [...readme.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
    const local = links.filter((target) => !target.startsWith('https://'));
    assert.ok(local.length > 0);
    assert.deepEqual(
      local.filter((target) => !existsSync(new URL(target, root))),
      [],
    );
  });
});
