// The name of an export's file, made from the cohort's name.

/** Room for the date, the extension, and what a part's name adds, within the 255 bytes that file systems take. */
const maxNameBytes = 120;

/**
 * A file name that Windows, macOS and Linux take: `Power users 12 2025-11-21 09-22-33.csv`. Letters of all scripts and
 * emoji stay. `now` is shown in the machine's own time zone.
 */
export function exportFileName(
  cohort: { readonly id: number; readonly name: string | null | undefined },
  extension: string,
  now: Date,
): string {
  return `${safeName(cohort.name ?? '')} ${cohort.id} ${formatTime(now)}.${extension}`;
}

/** The same of what is not a cohort, without an id and an extension: `In both 2025-11-21 09-22-33`. */
export function exportBaseName(title: string, now: Date): string {
  return `${safeName(title)} ${formatTime(now)}`;
}

function safeName(title: string): string {
  const name = cut(cleanName(title), maxNameBytes) || 'Cohort';
  return isReserved(name) ? `_${name}` : name;
}

/** One line without what file systems, shells' globs or a reader's eye trip over. */
function cleanName(name: string): string {
  return name
    .normalize('NFC')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\p{Zs}]+/gu, ' ')
    .replaceAll(invisible, '')
    .replaceAll(/[<>:"/\\|?*\uFFFD\p{Cs}]+/gu, '-')
    .replace(/^[\s.]+/, '')
    .trimEnd();
}

/** Marks that turn or hide text. Joiners (U+200C, U+200D) stay: emoji and several scripts are made with them. */
const invisible =
  /[\u00AD\u061C\u180E\u200B\u200E\u200F\u202A-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\p{Cn}\p{Co}]/gu;

/** The longest start of whole letters, as people see them, within `maxBytes` of UTF-8. */
function cut(name: string, maxBytes: number): string {
  if (Buffer.byteLength(name) <= maxBytes) return name;
  let kept = '';
  let bytes = 0;
  for (const { segment } of new Intl.Segmenter().segment(name)) {
    bytes += Buffer.byteLength(segment);
    if (bytes > maxBytes) break;
    kept += segment;
  }
  return kept.trimEnd();
}

/** Windows reads these as devices, whatever follows their first dot. */
function isReserved(name: string): boolean {
  return /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])\s*(\.|$)/i.test(name);
}

function formatTime(time: Date): string {
  const date = [time.getFullYear(), two(time.getMonth() + 1), two(time.getDate())].join('-');
  return `${date} ${[two(time.getHours()), two(time.getMinutes()), two(time.getSeconds())].join('-')}`;
}

function two(value: number): string {
  return String(value).padStart(2, '0');
}
