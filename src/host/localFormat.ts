// Numbers and times in VS Code's display language, which need not be the machine's.
import * as vscode from 'vscode';

const count = new Intl.NumberFormat(vscode.env.language);
const clock = new Intl.DateTimeFormat(vscode.env.language, { timeStyle: 'short' });

/** `12,345` */
export function formatCount(value: number): string {
  return count.format(value);
}

/** `14:03` @param time milliseconds since 1970 */
export function formatClock(time: number): string {
  return clock.format(time);
}
