// The page of a cohort: its definition, count, uses and first persons.
// oxlint-disable-next-line import/no-unassigned-import -- esbuild puts it into the page's style, before all else
import '#webview/elements/page.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/record/record.css';
import { startCohort } from './cohortPage.tsx';
// oxlint-disable-next-line import/no-unassigned-import -- esbuild makes cohort.css of it
import './cohort.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/charts/charts.css';
// oxlint-disable-next-line import/no-unassigned-import -- the same
import '#webview/charts/dataTable/dataTables.css';

startCohort();
