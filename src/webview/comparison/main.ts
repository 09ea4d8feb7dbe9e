// The page of a comparison: who is in which cohorts, as a plot and as a table.
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style, before all else
import '#webview/elements/page.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/record/record.css';
import { startComparison } from './comparisonPage.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild makes comparison.css of it
import './comparison.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/charts/charts.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/charts/dataTable/dataTables.css';

startComparison();
