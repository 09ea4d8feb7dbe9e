// npm run package: a production build, packed as cohort-deck-VERSION.vsix, with its sizes; fails if one is over its limit.
//   npm run package [-- --accept]    --accept writes the list of packed files that the tests expect
import { readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Metafile } from 'esbuild';
import { unzipSync } from 'fflate';
import manifest from '../package.json' with { type: 'json' };
import { buildDir, command, node24, root, run, runTool, SetupFailure, step } from './processes.ts';

/** The files that a VSIX is expected to hold, one a line. */
export const expectedFile = path.join(root, 'test/package/files.txt');
/** Where the VSIX of this version is put. */
export const vsixFile = path.join(root, `${manifest.name}-${manifest.version}.vsix`);

/** Builds for production and packs. @returns the path of the VSIX */
export async function packExtension(): Promise<string> {
  const build = await run(node24, ['esbuild.mjs', '--production']);
  if (build.code !== 0) throw new SetupFailure(`${build.output}\nThe production build failed.`);
  // Links of the README stay as they are: it is read in the editor, beside its pictures.
  const options = ['--no-dependencies', '--allow-missing-repository', '--no-rewrite-relative-links'];
  const pack = await runTool('vsce', ['package', ...options, '--out', vsixFile], '@vscode/vsce');
  if (pack.code !== 0) throw new SetupFailure(`${pack.output}\nvsce could not pack the extension.`);
  return vsixFile;
}

/** What a VSIX holds, sorted, each name once: hashes of chunks read `*`, because they change with every edit. */
export async function filesList(vsix: string): Promise<string[]> {
  const files = Object.keys(unzipSync(await readFile(vsix)));
  return [...new Set(files.map((name) => name.replace(/-[A-Z0-9]{8}\.js$/, '-*.js')))].toSorted();
}

interface Chunk {
  readonly bytes: number;
  /** What it loads at once, by name in dist/; what it loads later is left out. */
  readonly loads: readonly string[];
  /** Packages whose code is in it. */
  readonly packages: readonly string[];
}

/** By name in dist/, such as `chunks/client-ABCD1234.js`. */
type Chunks = ReadonlyMap<string, Chunk>;

/** Of the last build: which files load which others at once, and whose code they hold. */
export const readChunks = async (): Promise<Chunks> =>
  chunksOf(JSON.parse(await readFile(path.join(buildDir, 'meta.json'), 'utf8')));

export function chunksOf({ outputs }: Pick<Metafile, 'outputs'>): Chunks {
  const nameOf = (file: string): string => path.posix.relative('dist', file);
  const packageOf = /^.*node_modules\/((?:@[^/]+\/)?[^/]+)\//;
  return new Map(
    Object.entries(outputs)
      .filter(([file]) => file.endsWith('.js'))
      .map(([file, { bytes, imports, inputs }]) => {
        const atOnce = imports.filter(({ kind, external }) => kind === 'import-statement' && !external);
        const used = Object.entries(inputs).filter(([, { bytesInOutput }]) => bytesInOutput > 0);
        const packages = used.flatMap(([input]) => packageOf.exec(input)?.[1] ?? []);
        return [nameOf(file), { bytes, loads: atOnce.map((one) => nameOf(one.path)), packages }];
      }),
  );
}

/** A file and all that it loads at once. */
export function closure(chunks: Chunks, name: string): Set<string> {
  const found = new Set([name]);
  for (const file of found) for (const next of chunks.get(file)?.loads ?? []) found.add(next);
  return found;
}

/** The files that hold a package's code. */
export const filesWith = (chunks: Chunks, packageName: string): string[] =>
  [...chunks].filter(([, { packages }]) => packages.includes(packageName)).map(([name]) => name);

interface Size {
  readonly name: string;
  readonly bytes: number;
  readonly limitBytes?: number;
}

const kB = 1000;

/** Sizes of the production build in dist/ and of its VSIX. */
export async function measure(vsix: string): Promise<Size[]> {
  const chunks = await readChunks();
  const bytes = (names: Iterable<string>): number =>
    [...names].reduce((sum, name) => sum + (chunks.get(name)?.bytes ?? 0), 0);
  const atActivation = closure(chunks, 'extension.js');
  const network = new Set(filesWith(chunks, 'undici').flatMap((name) => [...closure(chunks, name)]));
  const pages = [...chunks.keys()].filter((name) => name.startsWith('webview/')).toSorted();
  const named = new Set([...atActivation, ...network, ...pages]);
  const rest = [...chunks.keys()].filter((name) => !named.has(name)).toSorted();
  return [
    { name: 'entry', bytes: bytes(['extension.js']) },
    { name: 'what activation loads', bytes: bytes(atActivation), limitBytes: 186 * kB },
    { name: 'network', bytes: bytes(network), limitBytes: 560 * kB },
    ...rest.map((name) => ({ name, bytes: bytes([name]) })),
    ...pages.map((name) => ({ name, bytes: bytes([name]), limitBytes: pageLimit(name) })),
    { name: 'VSIX', bytes: (await stat(vsix)).size, limitBytes: 1800 * kB },
  ];
}

/** The filters page holds a text editor. */
const pageLimit = (name: string): number => (name === 'webview/filters.js' ? 620 : 400) * kB;

export function printSizes(sizes: readonly Size[]): void {
  const rows = sizes.map(({ name, bytes, limitBytes }) => [
    name,
    { kB: bytes / kB, limit: limitBytes ? limitBytes / kB : '' },
  ]);
  console.table(Object.fromEntries(rows));
}

/** One sentence for each size over its limit. */
export const overLimit = (sizes: readonly Size[]): string[] =>
  sizes.flatMap(({ name, bytes, limitBytes = Infinity }) =>
    bytes > limitBytes
      ? `${name}: ${(bytes / kB).toFixed(1)} kB, more than its limit of ${limitBytes / kB} kB`
      : [],
  );

async function main(): Promise<void> {
  const vsix = await step('Packing', packExtension);
  const sizes = await measure(vsix);
  console.log(path.relative(root, vsix));
  printSizes(sizes);
  if (process.argv.includes('--accept'))
    await writeFile(expectedFile, `${(await filesList(vsix)).join('\n')}\n`);
  const problems = overLimit(sizes);
  if (problems.length > 0) throw new SetupFailure(problems.join('\n'));
}

if (process.argv[1] === import.meta.filename) await command(main);
