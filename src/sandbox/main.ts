// The service on its own: `npm run sandbox`. The first line of its output is one JSON object, for scripts.
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { faultsHelp } from './faults.ts';
import { listen } from './server.ts';

const usage = `npm run sandbox -- [options]
A service with sample data. Its first line of output is one JSON object: {url, key, projects}.

  --port N         listen on this port; default: any free one
  --data DIR       keep the data here; default: a folder in ${os.tmpdir()}
  --key KEY        the personal API key; default: a new one each time
  --reset          throw the data away and make it anew
  --persons N      sample data for a new folder: persons of the first project; default 5000
  --cohorts N      … its cohorts; default 25
  --dashboards N   … its dashboards; default 40
  --seed N         … other data of the same kind; default 1
  --fault TEXT     what goes wrong in every answer, see below
  --rate-limits    answer 429 to more requests than a shared service allows
  --csv-cap N      rows of persons in a CSV; default 10000
  --quiet          say nothing but the first line
  --help           this text

${faultsHelp}`;

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      port: { type: 'string' },
      data: { type: 'string' },
      key: { type: 'string' },
      reset: { type: 'boolean' },
      persons: { type: 'string' },
      cohorts: { type: 'string' },
      dashboards: { type: 'string' },
      seed: { type: 'string' },
      'csv-cap': { type: 'string' },
      'rate-limits': { type: 'boolean' },
      fault: { type: 'string', multiple: true },
      quiet: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const service = await listen({
    dataDir: path.resolve(
      values.data ?? path.join(os.tmpdir(), `cohort-deck-sandbox-${os.userInfo().username}`),
    ),
    port: readNumber('--port', values.port),
    key: values.key,
    reset: values.reset,
    persons: readNumber('--persons', values.persons),
    cohorts: readNumber('--cohorts', values.cohorts),
    dashboards: readNumber('--dashboards', values.dashboards),
    seed: readNumber('--seed', values.seed),
    faults: values.fault?.join(','),
    hasRateLimits: values['rate-limits'],
    csvCap: readNumber('--csv-cap', values['csv-cap']),
    log: values.quiet === true ? undefined : (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(
    `${JSON.stringify({ url: service.url, key: service.key, projects: service.projects })}\n`,
  );
  const end = (): void => {
    // A second signal ends it at once, by the system's own handling.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, end);
    service.close().catch(fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
}

function readNumber(flag: string, text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  if (!/^\d{1,9}$/.test(text)) throw new Error(`${flag} needs a whole number, not "${text}".`);
  return Number(text);
}

function fail(error: unknown): void {
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`${message.replaceAll(/\s*\n\s*/g, ' ')}\n`);
  process.exitCode = 1;
}

main().catch(fail);
