// The projects. Not part of the interface, but clients list them so that people can choose.
import { json, type ResponseData } from '#sandbox/http/serviceError.ts';
import { projectText } from '#sandbox/store/projects.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';

export function list(projects: readonly ProjectRow[]): ResponseData {
  const results = projects.map(projectText).join(',');
  return json(200, `{"count":${projects.length},"next":null,"previous":null,"results":[${results}]}`);
}

export function retrieve(project: ProjectRow): ResponseData {
  return json(200, projectText(project));
}
