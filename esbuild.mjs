// Builds what the extension ships into dist/ and fails on an import that the layers forbid.
//   node esbuild.mjs [--watch] [--production] [--tests] [--check]
// --tests also bundles the suite that runs inside the extension host, into .build/. --check builds in memory only.
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as esbuild from 'esbuild';

const flags = new Set(process.argv.slice(2));
const production = flags.has('--production');
const watch = flags.has('--watch');

/** What each folder or file of src may import from src, and which outside modules besides. `node:*` is spelled `node`. */
const layers = {
  manifest: { src: [], outside: [] },
  protocol: { src: [], outside: ['zod'] },
  api: { src: [], outside: ['zod', 'undici', 'node'] },
  model: { src: ['api'], outside: ['node'] },
  exports: { src: ['api', 'model'], outside: ['node'] },
  host: { src: ['manifest', 'api'], outside: ['vscode', 'node'] },
  views: { src: ['manifest', 'host', 'model'], outside: ['vscode'] },
  files: { src: ['manifest', 'host', 'model', 'api'], outside: ['vscode', 'node'] },
  editors: { src: ['manifest', 'host', 'model', 'exports', 'protocol'], outside: ['vscode', 'node'] },
  commands: { src: ['manifest', 'host', 'model', 'exports'], outside: ['vscode', 'node'] },
  webview: {
    src: ['protocol', 'model/json', 'model/filter'],
    outside: ['@codemirror/*', '@tanstack/virtual-core'],
  },
  sandbox: { src: ['api'], outside: ['zod', 'node'] },
};

/** `src/api/client.ts` → `api`, `src/manifest.ts` → `manifest`; undefined outside src. */
const layerOf = (file) => /^src\/([^/.]+)/.exec(file)?.[1];

/** @param {esbuild.Metafile} metafile @returns {string[]} one sentence per forbidden import */
function findForbiddenImports(metafile) {
  const problems = [];
  for (const [file, input] of Object.entries(metafile.inputs)) {
    const from = layerOf(file);
    if (!from || from === 'extension') continue;
    const allowed = layers[from];
    if (!allowed) {
      problems.push(`${file}: src/${from} is not a layer of this project`);
      continue;
    }
    for (const { path: target, original } of input.imports) {
      const to = layerOf(target);
      if (to !== undefined) {
        if (to !== from && !allowed.src.some((rule) => isUnder(target, to, rule)))
          problems.push(`${file}: ${from} may not import ${to} (${original ?? target})`);
        continue;
      }
      const name = outsideName(original ?? target);
      const ok = allowed.outside.some((rule) =>
        rule.endsWith('/*') ? name.startsWith(rule.slice(0, -1)) : rule === name,
      );
      if (!ok) problems.push(`${file}: ${from} may not import ${original ?? target}`);
    }
  }
  return problems;
}

/** A rule names a layer, or with a slash the beginning of file names in one: `model/json` is `src/model/jsonText.ts` too. */
const isUnder = (file, layer, rule) => (rule.includes('/') ? file.startsWith(`src/${rule}`) : layer === rule);

/** `undici/lib/x.js` → `undici`, `@scope/a/b` → `@scope/a`, `node:fs` → `node`. */
function outsideName(specifier) {
  if (specifier.startsWith('node:')) return 'node';
  return specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');
}

/** @type {esbuild.Plugin} */
const layerCheck = {
  name: 'layers',
  setup(build) {
    build.onEnd((result) => {
      if (!result.metafile) return;
      const problems = findForbiddenImports(result.metafile);
      if (problems.length === 0) return;
      for (const problem of problems) console.error(`layers: ${problem}`);
      return { errors: problems.map((text) => ({ text })) };
    });
  },
};

/**
 * Parts of undici that our requests never reach, about 130 kB: HTTP/2 (off), SOCKS (left to the editor's fetch), bodies
 * that are forms or streams (ours are buffers), and the parser for processors without SIMD (the editor's fetch again).
 * @type {esbuild.Plugin}
 */
const undiciDiet = {
  name: 'undici-diet',
  setup(build) {
    const filter =
      /undici\/lib\/(dispatcher\/(client-h2|socks5-proxy-agent)|web\/fetch\/body|llhttp\/llhttp-wasm)\.js$/;
    const leftOut = 'Object.assign(new Error("left out of the bundle"), { code: "ERR_LEFT_OUT" })';
    build.onLoad({ filter }, ({ path: file }) => ({
      // What is loaded from the start fails when it is used, the rest when it is loaded.
      contents: file.includes('dispatcher')
        ? `module.exports = function () { throw ${leftOut}; };`
        : `throw ${leftOut};`,
      loader: 'js',
    }));
  },
};

/**
 * CodeMirror's packages ask for this one, but nothing of it is reached from our pages; it does not say itself that
 * loading it has no effects. 19 kB.
 * @type {esbuild.Plugin}
 */
const lezerDiet = {
  name: 'lezer-diet',
  setup(build) {
    build.onResolve({ filter: /^@lezer\// }, async ({ path: name, pluginData, ...where }) => {
      if (pluginData) return undefined; // asked below
      const found = await build.resolve(name, { ...where, pluginData: true });
      return { path: found.path, sideEffects: false };
    });
  },
};

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

const common = {
  bundle: true,
  metafile: true,
  logLevel: 'info',
  sourcemap: production ? false : 'linked',
  minify: production,
  legalComments: 'none',
  write: !flags.has('--check'),
  define: { 'process.env.NODE_ENV': production ? '"production"' : '"development"' },
  plugins: [undiciDiet, lezerDiet, layerCheck],
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
      sandboxWorker: 'src/sandbox/worker.ts',
      tableWorker: 'src/exports/table/worker.ts',
    },
    outdir: 'dist',
    splitting: true,
    chunkNames: 'chunks/[name]-[hash]',
    external: ['vscode'],
  },
  {
    ...common,
    entryPoints: { filters: 'src/webview/filters/main.ts', table: 'src/webview/table/main.ts' },
    outdir: 'dist/webview',
    platform: 'browser',
    format: 'iife',
    target: 'es2022',
    tsconfig: 'src/webview/tsconfig.json',
  },
];

/** A page holds its style as it is: what is in it must not end its element. Its script is packed. */
async function checkPages() {
  const folder = path.join(import.meta.dirname, 'dist/webview');
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('.css'))) {
    const found = /<\/style/i.exec(await readFile(path.join(folder, file), 'utf8'));
    if (!found) continue;
    console.error(`${file}: "${found[0]}" cannot stand in a page`);
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
}

if (common.write && !watch) {
  const outputs = flags.has('--tests') ? ['dist', '.build/integration'] : ['dist'];
  for (const folder of outputs)
    await rm(path.join(import.meta.dirname, folder), { recursive: true, force: true });
}

if (watch) {
  for (const options of builds) await (await esbuild.context(options)).watch();
} else {
  try {
    const results = await Promise.all(builds.map((options) => esbuild.build(options)));
    if (common.write) {
      await writeNotices(results.slice(0, 2).map(({ metafile }) => metafile));
      await checkPages();
    }
  } catch {
    process.exitCode = 1; // esbuild has printed each error with its place
  }
}
