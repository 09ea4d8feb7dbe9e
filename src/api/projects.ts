// Discovery, which is not part of the interface: the projects that a key may list.
import { readPage } from './readPage.ts';
import { walkPages } from './pages.ts';
import { readProject } from './readRecord.ts';
import { requestJson, requestRecord } from './createResource.ts';
import { pathSegment } from '#api/http/safeBaseUrl.ts';
import type { Project } from './responseSchemas.ts';
import type { Transport } from '#api/http/transport.ts';
import type { CallOptions, Page } from './clientTypes.ts';

/** Endless pages must not fill the memory. */
const maxProjects = 10_000;
/** Problems of a page. */
const mostLogged = 100;

/** Pages are followed, up to 10,000 projects; a bare array counts as the only page. */
export async function listProjects(
  transport: Transport,
  options: CallOptions = {},
): Promise<readonly Project[]> {
  const path = `${transport.address.prefix}/api/projects/`;
  const ask = async (at: string, signal: AbortSignal): Promise<Page<Project>> => {
    const { json, fields } = await requestJson(transport, { method: 'GET', path: at, signal });
    const envelope = Array.isArray(json) ? { results: json } : json;
    return readPage(envelope, readProject, path, transport.address, fields);
  };
  const projects: Project[] = [];
  for await (const page of walkPages({ first: path, ask, idOf: ({ id }) => id, signal: options.signal })) {
    for (const project of page.results) projects.push(project); // a page may hold more than a call takes arguments
    for (const problem of page.problems.slice(0, mostLogged)) transport.log(problem);
    if (projects.length < maxProjects) continue;
    transport.log(`Only the first ${maxProjects} projects are listed.`);
    break;
  }
  return projects.slice(0, maxProjects);
}

/** One project; `@current` is the one that the account opened last in the web UI. */
export async function retrieveProject(
  transport: Transport,
  id: string,
  { signal }: CallOptions = {},
): Promise<Project> {
  const path = `${transport.address.prefix}/api/projects/${pathSegment(id, 'project_id')}/`;
  return requestRecord(transport, { method: 'GET', path, signal }, readProject);
}
