// The service on its own: `npm run sandbox`. The first line of its output is one JSON object, for scripts.
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { faultsHelp } from './faults.ts';
import { listen } from './server.ts';

const usage = `npm run -s sandbox -- [options]
A service with sample data. Its first line of output is one JSON object: {url, key, projects}.
(-s keeps npm from printing lines of its own before that.)

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
  const values = readOptions();
  if (values.help === true) {
    process.stdout.write(usage);
    return;
  }
  const service = await listen({
    dataDir: path.resolve(
      readText('--data', values.data) ??
        path.join(os.tmpdir(), `cohort-deck-sandbox-${os.userInfo().username}`),
    ),
    port: readPort(values.port),
    key: readKey(values.key),
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

function readOptions() {
  try {
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
    return values;
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Error(`${problem}. --help shows the options.`, { cause: error });
  }
}

function readPort(text: string | undefined): number | undefined {
  const port = readNumber('--port', text);
  if (port !== undefined && port > 65_535) throw new Error(`--port needs a number up to 65535, not ${port}.`);
  return port;
}

/** A key that no header can carry would lock everyone out. */
function readKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new Error('--key needs a text of plain letters, digits and signs, without spaces.');
}

/** An empty one comes from a variable that a script has not set. */
function readText(flag: string, text: string | undefined): string | undefined {
  if (text?.trim() === '') throw new Error(`${flag} needs a value.`);
  return text;
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
