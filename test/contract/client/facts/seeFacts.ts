// Checks every fact against a deployment, deletes the records that this needed, and reports the differences.
import { responseFacts } from './responseFacts.ts';
import { cohortFacts } from './cohortFacts.ts';
import { dashboardFacts } from './dashboardFacts.ts';
import type { ServiceResponse, Questions } from './fact.ts';

const facts = [...responseFacts, ...dashboardFacts, ...cohortFacts];

export interface Row {
  readonly name: string;
  readonly expected: string;
  /** What is seen, or why nothing is. */
  readonly seen: string;
  readonly verdict: 'same' | 'differs' | 'not seen';
}

export interface Place {
  readonly url: string;
  readonly key: string;
  readonly projectId: string;
}

export async function seeFacts(place: Place): Promise<readonly Row[]> {
  const made: string[] = [];
  const its = questionsTo(place, made);
  const rows: Row[] = [];
  try {
    for (const [name, expected, see] of facts) {
      try {
        const seen = await see(its);
        rows.push({ name, expected, seen, verdict: seen === expected ? 'same' : 'differs' });
      } catch (error) {
        // A response that does not show the fact, such as an error: the table shows the reason.
        const seen = error instanceof Error ? error.message : String(error);
        rows.push({ name, expected, seen, verdict: 'not seen' });
      }
    }
  } finally {
    // The last one first, because it may use another one.
    for (const path of made.toReversed()) await its.ask('PATCH', path, { deleted: true });
  }
  return rows;
}

/** The rows as Markdown. */
export function tableOf(rows: readonly Row[]): string {
  const head = ['fact', 'expected', 'seen', ''];
  const cells = rows.map(({ name, expected, seen, verdict }) => [name, expected, seen, verdict]);
  return [head, head.map(() => '---'), ...cells].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

/** How many dashboards and cohorts there are. */
export async function countRecords(place: Place): Promise<readonly number[]> {
  const { ask } = questionsTo(place, []);
  const pages = await Promise.all(['dashboards', 'cohorts'].map((kind) => ask('GET', `${kind}/?limit=1`)));
  return pages.map(({ body }) => body.count);
}

function questionsTo({ url, key, projectId }: Place, made: string[]): Questions {
  const ask: Questions['ask'] = async (method, path, body, headers = {}) => {
    const place = path.startsWith('/') ? path : `/api/projects/${encodeURIComponent(projectId)}/${path}`;
    const response = await fetch(`${url}${place}`, {
      method,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    if (response.status === 429 || response.status >= 500) throw new Error(`status ${response.status}`);
    return { status: response.status, text, body: parsed(text) };
  };
  return {
    ask,
    create: async (kind, fields) => {
      const { status, body } = await ask('POST', `${kind}/`, { name: 'contract', ...fields });
      if (status !== 201) throw new Error(`a record could not be created: status ${status}`);
      made.push(`${kind}/${body.id}/`);
      return body;
    },
  };
}

function parsed(text: string): ServiceResponse['body'] {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // an empty response, CSV, or a page of a proxy
  }
}
