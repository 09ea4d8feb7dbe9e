// The projects of the service. Not part of the interface: clients use it to offer a choice.
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
