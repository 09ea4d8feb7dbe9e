// What the tab of a custom editor is called.
import { version } from 'vscode';

/** VS Code shows the title that a custom editor sets from 1.106 on; before, the last part of the editor's address. */
export const hasOwnTitles = Number(version.split('.')[1]) >= 106;
