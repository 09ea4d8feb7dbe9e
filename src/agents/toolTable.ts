// The tools by name. What a model reads of each, and the schema of its input, are in package.json; a test compares the two.
import type { ToolTable } from './agentTool.ts';
import { editFilters } from './editFilters.ts';
import { countOverlap, exportForPerson, readRows, summarizePersons } from './personTools.ts';
import { findUses, getRecord, searchRecords, openRecord } from './readTools.ts';
import { createCohort, editRecord, undoAgentChange } from './writeTools.ts';

export const toolTable: ToolTable = {
  list_records: searchRecords,
  get_record: getRecord,
  find_uses: findUses,
  count_overlap: countOverlap,
  summarize_persons: summarizePersons,
  read_persons: readRows,
  open_record: openRecord,
  export_persons: exportForPerson,
  create_cohort: createCohort,
  edit_filters: editFilters,
  edit_record: editRecord,
  undo_change: undoAgentChange,
};
