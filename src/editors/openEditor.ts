// What is loaded when the first filters editor opens.
export { openStructureDrafts } from '#model/documents/structureDrafts.ts';
export { FiltersPanel } from './filtersPanel.ts';
export { SharedDocument } from './sharedDocument.ts';
