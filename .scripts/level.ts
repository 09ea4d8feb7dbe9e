// npm run unit, contract, laws, integration, pages or ui: the tests of one level, with their output as it comes.
//   npm run ui [-- --oldest | --newest] [-- --test-…=VALUE] [-- NAME …]    NAMEs choose files by a part of their path
import { compiled, chooseFiles, levels, testing } from './nodeTests.ts';
import { prepareWorkbench } from './prepare.ts';
import { buildExtension, command, runHere, SetupFailure } from './processes.ts';

const { unit, contract, laws, integration, pages, uiTogether, uiAlone } = levels;
const known = new Map(
  Object.entries({
    unit: [unit],
    contract: [contract],
    laws: [laws],
    integration: [integration],
    pages: [pages],
    ui: [uiTogether, uiAlone],
  }),
);

await command(async () => {
  const [name = '', ...given] = process.argv.slice(2);
  const inWindow = ['integration', 'pages', 'ui'].includes(name);
  const age = (['oldest', 'newest'] as const).find((one) => inWindow && given.includes(`--${one}`));
  const options = given.filter((arg) => arg.startsWith('-') && arg !== `--${age}`); // Node refuses what it does not know
  const chosen = given.filter((arg) => !arg.startsWith('-'));
  const [url = '', key, project] = chosen;
  const isService = name === 'contract' && /^https?:/.test(url);
  if (isService && (!key || !project))
    throw new SetupFailure(
      'Use: npm run contract -- URL KEY PROJECT, with a key that may write both kinds of records.',
    );
  const files = chooseFiles(known.get(name) ?? [], isService ? ['client/'] : chosen);
  if (chosen.length > 0) console.log(files.join('\n'));
  const service = { COHORT_DECK_TEST_URL: url, COHORT_DECK_TEST_KEY: key, COHORT_DECK_TEST_PROJECT: project };
  const env = inWindow ? await prepareWorkbench(age) : isService ? service : {};
  if (inWindow) await buildExtension('--tests');
  const only = chosen.length > 0 ? files.flatMap((file) => ['--only', file]) : [];
  const args =
    name === 'integration'
      ? ['test/integration/run.ts', ...options, ...only]
      : [...testing, ...options, ...files];
  process.exitCode = await runHere(args, { ...compiled, ...env });
});
