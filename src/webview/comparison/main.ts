// The page of a comparison: who is in which cohorts, as a plot and as a table.
import '#webview/elements/page.css';
import '#webview/record/record.css';
import { startComparison } from './comparisonPage.tsx';
import './comparison.css';
import '#webview/charts/charts.css';
import '#webview/charts/dataTable/dataTables.css';

startComparison();
