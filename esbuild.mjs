// Builds what the extension ships into dist/.
//   node esbuild.mjs [--watch] [--production] [--tests]
// --tests also bundles what tests and bench run inside the extension host, into .build/.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';
import { writeSchemas } from './.scripts/translations.ts';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');
const watch = flags.has('--watch');

/** Writes the licences of the packages that ended up in what is shipped. @param {esbuild.Metafile[]} metafiles */
async function writeNotices(metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) =>
      Object.entries(output.inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
    ),
  );
  const folders = new Set(
    inputs.flatMap((file) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(file)?.[1] ?? []),
  );
  const notices = await Promise.all(
    [...folders].toSorted().map(async (folder) => {
      const { name, version, license } = JSON.parse(
        await readFile(path.join(folder, 'package.json'), 'utf8'),
      );
      const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry));
      const text = file ? await readFile(path.join(folder, file), 'utf8') : license;
      return `${name} ${version} (${license})\n\n${text.trim()}\n`;
    }),
  );
  const head = 'This extension contains code of the following packages.\n';
  await writeFile(path.join(import.meta.dirname, 'dist/NOTICES.txt'), [head, ...notices].join('\n----\n\n'));
}

/** Keeps what esbuild knows of its outputs, for the package test. @param {esbuild.Metafile[]} metafiles */
async function writeMetafile(metafiles) {
  const folder = path.join(import.meta.dirname, '.build');
  const outputs = Object.assign({}, ...metafiles.map((metafile) => metafile.outputs));
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'meta.json'), JSON.stringify({ outputs }));
}

const common = {
  bundle: true,
  metafile: true,
  logLevel: 'info',
  sourcemap: production ? false : 'linked',
  minify: production,
  legalComments: 'none',
  define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
};

/** CommonJS packages call `require` for Node's own modules; an ES module has to be given one. */
const requireBanner = {
  js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

const node = { ...common, platform: 'node', format: 'esm', target: 'node22', banner: requireBanner };

/** @type {esbuild.BuildOptions[]} */
const builds = [
  {
    ...node,
    entryPoints: {
      extension: 'src/extension.ts',
      sandboxWorker: 'src/sandbox/sandboxWorker.ts',
      tableWorker: 'src/table/tableWorker.ts',
      mergeWorker: 'src/model/documents/merge/mergeWorker.ts',
    },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: ['vscode'],
  },
  {
    ...common,
    entryPoints: {
      filters: 'src/webview/filters/main.ts',
      table: 'src/webview/table/main.ts',
      dashboard: 'src/webview/dashboard/main.ts',
      cohort: 'src/webview/cohort/main.ts',
      comparison: 'src/webview/comparison/main.ts',
    },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    tsconfig: 'src/webview/tsconfig.json',
  },
];

/** The script that agents of other programs start: one file, because a window keeps it elsewhere. */
builds.splice(2, 0, {
  ...node,
  entryPoints: { mcpBridge: 'src/agents/bridge/main.ts' },
  outdir: 'dist',
});

/**
 * Where the editor runs in a browser alone. Its extension host takes CommonJS only: in a package of the type “module”, a
 * name that ends in `.cjs` says so. VS Code 1.103 to 1.139 reads the file of that name with a further `.js`; the packer,
 * and whoever reads it as it is named, look for it without.
 */
for (const extension of ['.cjs', '.cjs.js'])
  builds.push({
    ...common,
    entryPoints: { web: 'src/web.ts' },
    outdir: 'dist',
    outExtension: { '.js': extension },
    platform: 'browser',
    format: 'cjs',
    target: 'es2022',
    sourcemap: false,
    external: ['vscode'],
  });

/** The style is inline in the page, so it must not contain the end of its element. */
async function checkPages() {
  const folder = path.join(import.meta.dirname, 'dist/webview');
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.css'))) {
    const found = /<\/style/i.exec(await readFile(path.join(folder, file), 'utf8'));
    if (!found) continue;
    console.error(`${file}: "${found[0]}" cannot be inline`);
    process.exitCode = 1;
  }
}

if (flags.has('--tests')) {
  builds.push({
    ...node,
    entryPoints: ['test/integration/suite.ts', 'test/integration/**/*.test.ts'],
    outbase: 'test/integration',
    outdir: '.build/integration',
    outExtension: { '.js': '.mjs' },
    splitting: true,
    sourcemap: 'linked',
    minify: false,
    external: ['vscode', 'mocha'],
  });
  builds.push({
    ...node,
    entryPoints: ['test/bench/host/*.ts'],
    outdir: '.build/bench',
    outExtension: { '.js': '.mjs' },
    external: ['vscode'],
  });
}

if (!watch) {
  const outputs = flags.has('--tests') ? ['dist', '.build/integration', '.build/bench'] : ['dist'];
  for (const folder of outputs)
    await rm(path.join(import.meta.dirname, folder), { recursive: true, force: true });
}

await writeSchemas('de');

if (watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
} else {
  try {
    const results = await Promise.all(builds.map((options) => esbuild.build(options)));
    await writeNotices(results.slice(0, 3).map(({ metafile }) => metafile));
    await writeMetafile(results.slice(0, 3).map(({ metafile }) => metafile));
    await checkPages();
  } catch {
    process.exitCode = 1; // esbuild has printed each error with its place
  }
}
