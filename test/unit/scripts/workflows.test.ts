// Workflows call what is there: scripts of package.json, and options that they take.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../../', import.meta.url);
const read = (name: string): string => readFileSync(new URL(name, root), 'utf8');
const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));

for (const name of readdirSync(new URL('.github/workflows/', root))) {
  test(`${name} runs npm scripts that exist, and may only read`, () => {
    const text = read(`.github/workflows/${name}`);
    const runs = [...text.matchAll(/- run: npm (?:run )?(\w+)/g)].map(([, script = '']) => script);
    assert.ok(runs.length > 0);
    assert.deepEqual(
      runs.filter((script) => !(script in scripts)),
      [],
    );
    assert.match(text, /^permissions:\n {2}contents: read$/m);
  });
}
