// The command line of the service: `npm run sandbox`.
import os from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { faultsHelp } from '#sandbox/http/faultTable.ts';
import { type Habit, habitNames } from '#sandbox/routes/deploymentHabits.ts';
import { sampleCohorts } from '#sandbox/sample/sampleCohorts.ts';
import { listen } from './server.ts';

const usage = `npm run -s sandbox -- [options]
Starts a service with sample data. The first line of output is a JSON object: {url, key, projects}.
(-s keeps npm from printing lines before it.)

  --port N         port; default: any free one
  --data DIR       data folder; default: a folder in ${os.tmpdir()}
  --key KEY        personal API key; default: a new one at each start
  --reset          delete the data and create new sample data
  --persons N      persons of the first project, for a new data folder; default 5000
  --cohorts N      its cohorts; default ${sampleCohorts.length}
  --dashboards N   its dashboards; default 40
  --seed N         seed of the sample data; default 1
  --fault TEXT     faults for all requests, see below
  --rate-limits    respond with 429 above the request limits of a shared service
  --habit NAME     what some deployments do: ${habitNames.join(', ')}
  --csv-cap N      maximum rows of a CSV of persons; default 10000
  --quiet          print only the first line
  --help           show this help

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
    habits: values.habit?.map(readHabit),
    hasRateLimits: values['rate-limits'],
    csvCap: readNumber('--csv-cap', values['csv-cap']),
    log: values.quiet === true ? undefined : (line) => process.stderr.write(`${line}\n`),
  });
  process.stdout.write(
    `${JSON.stringify({ url: service.url, key: service.key, projects: service.projects })}\n`,
  );
  const end = (): void => {
    // A second signal ends the process immediately.
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.removeListener(signal, end);
    service.close().catch(fail);
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, end);
  process.once('disconnect', end); // the process that started this one has ended, by a kill perhaps
  process.channel?.unref();
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
        habit: { type: 'string', multiple: true },
        quiet: { type: 'boolean' },
        help: { type: 'boolean', short: 'h' },
      },
    });
    return values;
  } catch (error) {
    const [problem = ''] = (error instanceof Error ? error.message : String(error)).split('. ');
    throw new Error(`${problem}. See --help for the options.`, { cause: error });
  }
}

function readPort(text: string | undefined): number | undefined {
  const port = readNumber('--port', text);
  if (port !== undefined && port > 65_535) throw new Error(`--port must be at most 65535, not ${port}.`);
  return port;
}

/** A key that a header cannot hold would lock everyone out. */
function readKey(text: string | undefined): string | undefined {
  if (text === undefined || /^[\x21-\x7e]+$/.test(text)) return text;
  throw new Error('--key needs plain letters, digits and symbols, without spaces.');
}

function readHabit(name: string): Habit {
  const habit = habitNames.find((known) => known === name);
  if (habit === undefined) throw new Error(`--habit must be one of ${habitNames.join(', ')}, not ${name}.`);
  return habit;
}

/** An empty value comes from an unset variable in a script. */
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
  process.stderr.write(`${message.replaceAll(/\s+/g, ' ')}\n`);
  process.exitCode = 1;
}

main().catch(fail);
