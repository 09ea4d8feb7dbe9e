// The page of a cohort: its definition, count, uses and first persons.
import '#webview/elements/page.css';
import '#webview/record/record.css';
import { startCohort } from './cohortPage.tsx';
import './cohort.css';
import '#webview/charts/charts.css';
import '#webview/charts/dataTable/dataTables.css';

startCohort();
