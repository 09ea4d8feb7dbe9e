// What real deployments do at the points that their interface leaves open. Each fact is checked against a deployment
// and compared with what most deployments do. Asked over plain HTTP, because the client hides some of the differences.

export interface ServiceResponse {
  readonly status: number;
  readonly text: string;
  /** Undefined if the text is no JSON. */
  readonly body: Json;
}

// oxlint-disable-next-line typescript/no-explicit-any -- facts look into responses freely; a wrong shape is not seen
export type Json = any;

export interface Questions {
  /** @param path below the project, or from the root with a slash before it */
  readonly ask: (
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ) => Promise<ServiceResponse>;
  /** A record that is deleted at the end. Throws if it is not created. */
  readonly create: (kind: 'dashboards' | 'cohorts', fields: object) => Promise<Json>;
}

/** The point in question, what most deployments do, and how to find out what this one does. */
export type Fact = readonly [name: string, expected: string, see: (its: Questions) => Promise<string>];

export const noRecord = 2_000_000_000;

export async function statusOf(response: Promise<ServiceResponse>): Promise<string> {
  return String((await response).status);
}

/** Refused with which status and for which field, or `otherwise`. */
export function outcome(response: ServiceResponse, otherwise: string): string {
  const brief = outcomeWithoutField(response, otherwise);
  const field = response.status < 400 ? undefined : response.body?.attr;
  return field === undefined || field === null ? brief : `${brief} ${field}`;
}

/** Refused with which status, or `otherwise`. */
export function outcomeWithoutField({ status }: ServiceResponse, otherwise: string): string {
  return status < 400 ? otherwise : `refused ${status}`;
}

export const leaf = { type: 'person', key: 'email', operator: 'icontains', value: '@' };
export const group = (type: 'AND' | 'OR', ...values: readonly object[]) => ({ properties: { type, values } });
