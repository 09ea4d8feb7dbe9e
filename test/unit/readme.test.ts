// The documentation matches the project: settings, commands, scripts, folders, files and pictures.
import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, it } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (name: string) => readFileSync(new URL(name, root), 'utf8');
const readme = read('README.md');
const manifest = JSON.parse(read('package.json'));
const strings: Record<string, string> = JSON.parse(read('package.nls.json'));

/** The cells of each row of the first table below a heading, without the head. */
function tableUnder(paper: string, heading: string): string[][] {
  const [, section = ''] = paper.split(`${heading}\n`);
  const rows = section.split('\n## ')[0]?.match(/^\|.*\|$/gm) ?? [];
  return rows.slice(2).map((row) =>
    row
      .slice(1, -1)
      .split('|')
      .map((cell) => cell.trim()),
  );
}

const inCode = (cell = '') => [...cell.matchAll(/`([^`]+)`/g)].map(([, code = '']) => code);

const papers = [
  'README.md',
  'src/README.md',
  'src/DECISIONS.md',
  '.github/CONTRIBUTING.md',
  '.github/GUIDE.md',
  '.github/SECURITY.md',
];

describe('the guide', () => {
  it('lists exactly the settings there are, with their defaults', () => {
    const listed = tableUnder(read('.github/GUIDE.md'), '## Settings').map(([id, standard]) => [
      inCode(id)[0],
      inCode(standard)[0],
    ]);
    const properties: Record<string, { default: unknown }> = manifest.contributes.configuration.properties;
    const there = Object.entries(properties).map(([id, { default: value }]) => [id, JSON.stringify(value)]);
    assert.deepEqual(listed, there);
  });
});

describe('the README', () => {
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
    const buttons = [...read('src/webview/filters/filtersFrame.tsx').matchAll(/\bt\('([^']+)'\)/g)];
    const titles = [...commands, ...buttons.map(([, title = '']) => title)];
    const plain = (name: string) => name.replace(/…$/, '');
    assert.ok(named.length > 8, `only ${named.length} are named`);
    assert.deepEqual(
      named.filter((name) => !titles.some((title) => plain(title) === plain(name))),
      [],
    );
  });
});

describe('the papers', () => {
  for (const paper of papers) {
    const text = read(paper);

    it(`name npm scripts that exist: ${paper}`, () => {
      const named = [...text.matchAll(/npm run (?:-s )?(\w+)/g)].map(([, name = '']) => name);
      assert.deepEqual(
        named.filter((name) => !(name in manifest.scripts)),
        [],
      );
    });

    it(`show pictures and link files that are there: ${paper}`, () => {
      const links = [...text.matchAll(/\]\(([^)]+)\)/g)].map(([, target = '']) => target);
      const local = links.filter((target) => !target.startsWith('https://'));
      assert.deepEqual(
        local.filter((target) => !existsSync(new URL(target, new URL(paper, root)))),
        [],
      );
    });
  }

  it('describe every npm script in CONTRIBUTING.md', () => {
    const commands = tableUnder(read('.github/CONTRIBUTING.md'), '## Commands').flatMap(([cell]) =>
      inCode(cell),
    );
    const described = new Set(commands.map((command) => /npm run (\w+)/.exec(command)?.[1]));
    const scripts = Object.keys(manifest.scripts).filter((name) => name !== 'start' && name !== 'test');
    assert.deepEqual(
      scripts.filter((name) => !described.has(name)),
      [],
    );
  });
});

interface LintOverride {
  readonly files: readonly string[];
  readonly rules: { readonly 'no-restricted-imports'?: readonly [string, ImportRule] };
}
interface ImportRule {
  readonly patterns: readonly { readonly group: readonly string[] }[];
}

/** Of which the table of rooms speaks, and how lint's patterns begin that allow them. */
const libraries = new Map([
  ['VS Code', '!vscode'],
  ['Node', '!node:'],
  ['manifest', '!#manifest'],
  ['zod', '!zod'],
  ['undici', '!undici'],
  ['semver', '!semver'],
]);

/** What lint allows a room or a part of it to import, in the words of the table of rooms. */
function importsOf(room: string, overrides: readonly LintOverride[]): readonly string[] {
  const patterns = overrides
    .filter(({ files }) => files.some((file) => file.startsWith(`src/${room}/`)))
    .flatMap(({ rules }) => rules['no-restricted-imports']?.[1].patterns.flatMap(({ group }) => group) ?? []);
  const others = patterns.map((pattern) => /^!#(\w+)\//.exec(pattern)?.[1] ?? room);
  const named = [...libraries].filter(([, start]) => patterns.some((pattern) => pattern.startsWith(start)));
  return [...new Set([...others.filter((other) => other !== room), ...named.map(([word]) => word)])];
}

describe('src/README.md', () => {
  const text = read('src/README.md');

  it('names every folder and file of src and no other', () => {
    const rooms = tableUnder(text, '# How it is built').flatMap(([cell]) => inCode(cell));
    const there = readdirSync(new URL('src/', root), { withFileTypes: true })
      .filter((entry) => !entry.name.endsWith('.md'))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name));
    assert.deepEqual(rooms.toSorted(), there.toSorted());
  });

  it('allows each room to import what lint allows', () => {
    const rooms = readdirSync(new URL('src/', root), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
    const lint: { overrides: LintOverride[] } = JSON.parse(read('.oxlintrc.json'));
    const words = [...rooms, ...libraries.keys()];
    for (const [cell, , allowed = ''] of tableUnder(text, '# How it is built')) {
      const room = inCode(cell)[0]?.replace(/\/$/, '') ?? '';
      if (!rooms.includes(room)) continue;
      const said = words.filter((word) => new RegExp(`\\b${word}\\b`).test(allowed));
      assert.deepEqual(said.toSorted(), importsOf(room, lint.overrides).toSorted(), room);
    }
  });

  it('names files that are there', () => {
    const files = inCode(text).filter((code) => /^[\w/]+\.ts$/.test(code));
    assert.ok(files.length >= 5, `only ${files.length}`);
    assert.deepEqual(
      files.filter((file) => !existsSync(new URL(`src/${file}`, root))),
      [],
    );
  });
});
