// What is loaded when the first filters editor opens.
export { FiltersPanel } from './filtersPanel.ts';
export { SharedDocument } from './sharedDocument.ts';
