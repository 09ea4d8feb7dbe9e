// @ts-check
// What knip asks of exports, in two runs. In all files: each export is imported by another file, but for a type that an
// exported signature names. With --production, in src alone: each is used by src itself, not by tests alone.

/** What esbuild builds, starts a process or a thread with, or node --test runs. The mark ! makes it one of src's own. */
const entry = [
  'src/{extension,web}.ts!',
  'src/sandbox/{main,sandboxWorker}.ts!',
  'src/webview/*/main.ts!',
  '.scripts/**/*.{mjs,ts,js}',
  'test/**/*.{test,bench}.ts',
  'test/{bench,fuzz,office,pictures,soak,windows}/*.ts',
  'test/integration/run.ts',
  'test/laws/disk/heldFiles.ts',
  'test/unit/*/*InChild.ts',
];

export default {
  entry,
  project: ['src/**/*.{ts,tsx}!', 'test/**/*.{ts,mjs}'],
  ignore: ['test/vscode/**'],
  include: ['files', 'exports', 'types'],
  ignoreExportsUsedInFile: process.argv.includes('--production'),
};
