// Where a text refers to cohorts by their ids.
import * as vscode from 'vscode';
import { findCohortReferences } from '#model/documents/documentPlaces.ts';
import { parseFiltersPlace, projectNameInPlace } from '#model/documents/documentUri.ts';
import type { RecordRef } from '#model/records/recordRef.ts';

export interface PlacedReference {
  readonly range: vscode.Range;
  readonly ref: RecordRef;
  readonly projectName: string | undefined;
}

export function placedReferences(document: vscode.TextDocument): readonly PlacedReference[] {
  const place = parseFiltersPlace(document.uri);
  if (!place) return [];
  return findCohortReferences(document.getText(), place.kind).map(({ id, from, to }) => ({
    range: new vscode.Range(document.positionAt(from), document.positionAt(to)),
    ref: { ...place, kind: 'cohort', id },
    projectName: projectNameInPlace(document.uri),
  }));
}
