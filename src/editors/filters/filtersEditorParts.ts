// Loaded when the first filters editor opens, not with the extension.
export { StructureDrafts } from '#model/documents/structureDrafts.ts';
export { FiltersPanel } from './filtersPanel.ts';
export { SharedDocument } from './sharedDocument.ts';
