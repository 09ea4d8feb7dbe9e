// The page of a dashboard: tiles in their layout, each drawn when it comes into sight. D3 calculates, Preact draws.
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style, before all else
import '#webview/elements/page.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/record/record.css';
import { startDashboard } from './dashboardPage.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild makes dashboard.css of it
import './dashboard.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/charts/charts.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/charts/dataTable/dataTables.css';

startDashboard();
