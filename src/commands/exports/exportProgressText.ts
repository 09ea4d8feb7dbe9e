// How far an export is, in words.
import * as vscode from 'vscode';
import type { ExportProgress } from '#exports/exportProgress.ts';
import { formatCount, formatDecimal, formatPersons, formatPersonsOf } from '#text/formatNumber.ts';
import { formatClockWithSeconds } from '#text/formatTime.ts';

const { t } = vscode.l10n;

/** `1,000 of 2,466 persons, 3.2 MB, 900/s, 2 s left`, or what the export waits for. */
export function progressText(progress: ExportProgress, perSecond: number | undefined): string {
  const { rows, bytes, expectedRows, waiting } = progress;
  if (rows === 0) return waiting ? waitText(waiting) : firstWaitText(expectedRows);
  const parts = [
    expectedRows === undefined ? formatPersons(rows, t) : formatPersonsOf(rows, expectedRows, t),
    formatBytes(bytes),
  ];
  if (waiting) return [...parts, waitText(waiting)].join(', ');
  if (perSecond !== undefined && perSecond >= 1) {
    parts.push(t('{0}/s', formatCount(Math.round(perSecond))));
    if (expectedRows !== undefined && expectedRows > rows) {
      parts.push(t('{0} left', formatDuration((expectedRows - rows) / perSecond)));
    }
  }
  return parts.join(', ');
}

/** The same for the one request of the service's CSV. */
export function serviceCsvProgressText(progress: ExportProgress, perSecond: number | undefined): string {
  return t('{0} (cannot be resumed)', progressText(progress, perSecond));
}

/** The first page takes the longest: the service is computing it. */
function firstWaitText(expectedRows = 0): string {
  return expectedRows > 1
    ? t('waiting for the first of {0} persons', formatCount(expectedRows))
    : t('waiting for the first persons');
}

function waitText({ reason, ms }: NonNullable<ExportProgress['waiting']>): string {
  const time = formatClockWithSeconds(Date.now() + ms); // the text does not change while the export waits
  switch (reason) {
    case 'paced':
      return t('staying below the rate limit until {0}', time);
    case 'throttled':
      return t('rate limit reached, retrying at {0}', time);
    case 'server':
      return t('service error, retrying at {0}', time);
    case 'network':
      return t('connection lost, retrying at {0}', time);
  }
}

/** 0 to 100; 0 if the count is unknown. */
export function percentOf({ rows, expectedRows }: ExportProgress): number {
  return expectedRows ? Math.min(100, (rows / expectedRows) * 100) : 0;
}

export function formatBytes(bytes: number): string {
  if (bytes < 1e6) return t('{0} kB', formatCount(Math.ceil(bytes / 1e3)));
  return t('{0} MB', formatDecimal(bytes / 1e6));
}

export function formatDuration(seconds: number): string {
  if (seconds < 90) return t('{0} s', Math.max(1, Math.ceil(seconds)));
  return t('{0} min', formatCount(Math.ceil(seconds / 60)));
}
