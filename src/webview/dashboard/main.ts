// The page of a dashboard: tiles in their layout, each drawn when it comes into sight. D3 calculates, Preact draws.
import '#webview/elements/page.css';
import '#webview/record/record.css';
import { startDashboard } from './dashboardPage.tsx';
import './dashboard.css';
import '#webview/charts/charts.css';
import '#webview/charts/dataTable/dataTables.css';

startDashboard();
