// The projects. Not part of the interface, but clients list them so that people can choose.
import { json } from '#sandbox/http/answer.ts';
import type { Answer } from '#sandbox/http/answer.ts';
import { projectText } from '#sandbox/store/projects.ts';
import type { ProjectRow } from '#sandbox/store/projects.ts';

export function list(projects: readonly ProjectRow[]): Answer {
  const results = projects.map(projectText).join(',');
  return json(200, `{"count":${projects.length},"next":null,"previous":null,"results":[${results}]}`);
}

export function retrieve(project: ProjectRow): Answer {
  return json(200, projectText(project));
}
