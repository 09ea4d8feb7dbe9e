// What is loaded when the first filters editor opens.
export { openKeptDrafts } from '../model/keptDrafts.ts';
export { FiltersPanel } from './filtersPanel.ts';
export { SharedDocument } from './sharedDocument.ts';
