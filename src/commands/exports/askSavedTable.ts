// What to save of a table, and as which kind of file.
import * as vscode from 'vscode';
import { askPickOf, type PickItem } from '#host/input/askPick.ts';
import { delimiters, type Dialect, delimiterName, describeDialect } from '#table/dialect.ts';
import { encodingNames, encodings } from '#table/encodings.ts';
import type { ShownTable, WrittenForm } from '#table/shownTables.ts';
import { formatCount } from '#text/formatNumber.ts';

const { t } = vscode.l10n;

export interface SavedTable {
  readonly part: 'shown' | 'all';
  /** Undefined for the file as it is. */
  readonly form: WrittenForm | undefined;
  /** What is written holds the same as the file, whose own bytes are saved where nothing has to change. */
  readonly isSame: boolean;
  /** That of the file where it is undefined. */
  readonly extension: string | undefined;
}

/** Undefined if the person dismissed a question. */
export async function askSavedTable(table: ShownTable): Promise<SavedTable | undefined> {
  const part = table.isWhole ? 'all' : await askPart(table);
  if (part === undefined) return undefined;
  const choice = await askPickOf(formItems(table, part), {
    title: t('Save Export As'),
    placeholder: t('Select a format'),
  });
  const form = choice === 'other' ? await askOther(table) : choice;
  return form && { ...form, part };
}

/** Undefined if the person dismissed the question. */
function askPart(shown: ShownTable): Promise<SavedTable['part'] | undefined> {
  const [rows, allRows] = [formatCount(shown.rows), formatCount(shown.allRows)];
  const [columns, allColumns] = [formatCount(shown.columns), formatCount(shown.allColumns)];
  return askPickOf<SavedTable['part']>(
    [
      {
        label: t('Rows and Columns Shown'),
        detail: t('{0} of {1} rows and {2} of {3} columns', rows, allRows, columns, allColumns),
        iconPath: new vscode.ThemeIcon('filter'),
        value: 'shown',
      },
      {
        label: t('Everything'),
        detail: t('All {0} rows', allRows),
        iconPath: new vscode.ThemeIcon('file'),
        value: 'all',
      },
    ],
    { title: t('Save Export As'), placeholder: t('The table shows a part of the file') },
  );
}

type Form = Omit<SavedTable, 'part'>;

function formItems(table: ShownTable, part: SavedTable['part']): PickItem<Form | 'other'>[] {
  const hasHeader = table.format !== 'csv' || table.dialect.hasHeader;
  return [
    ...ownItems(table, part),
    { label: 'CSV', detail: t('Comma, UTF-8'), value: csvForm({ ...plainCsv, hasHeader }) },
    {
      label: t('CSV with Semicolons'),
      detail: t('UTF-8 with a byte order mark, for Excel where decimals have commas'),
      value: csvForm({ ...plainCsv, hasHeader, delimiter: ';', hasMark: true, decimal: ',' }),
    },
    { label: 'TSV', detail: t('Tab, UTF-8'), value: csvForm({ ...plainCsv, hasHeader, delimiter: '\t' }) },
    {
      label: t('Excel Workbook'),
      detail: t('.xlsx; IDs and long numbers as text, no formulas'),
      value: { form: { kind: 'xlsx' }, isSame: false, extension: '.xlsx' },
    },
    {
      label: 'NDJSON',
      detail: table.keepsJson[part] ? t('One object per line') : t('One object per line, all values as text'),
      value: { form: { kind: 'ndjson' }, isSame: false, extension: '.ndjson' },
    },
    {
      label: t('CSV in Another Dialect…'),
      detail: t('Select the delimiter and the encoding'),
      value: 'other',
    },
  ];
}

/** The file as it is, or what is shown of it in its own dialect. */
function ownItems({ format, dialect }: ShownTable, part: SavedTable['part']): PickItem<Form>[] {
  const own = describeDialect(dialect, format, t);
  const written: Form = { ...csvForm(dialect), isSame: part === 'all', extension: undefined };
  if (part === 'shown')
    return format === 'csv' ? [{ label: t('Like the File'), detail: own, value: written }] : [];
  // Formulas in UTF-16 are found in the cells, not in the bytes.
  const isWritten = format === 'csv' && dialect.encoding.startsWith('utf16');
  const value = isWritten ? written : { ...written, form: undefined };
  return [{ label: t('As It Is'), detail: t('Exactly as in the file: {0}', own), value }];
}

const plainCsv: Dialect = {
  encoding: 'utf8',
  hasMark: false,
  hasSeparatorLine: false,
  delimiter: ',',
  quote: '"',
  hasHeader: true,
  decimal: '.',
  lineEnd: '\r\n',
};

function csvForm(dialect: Dialect): Form {
  return {
    form: { kind: 'csv', dialect },
    isSame: false,
    extension: dialect.delimiter === '\t' ? '.tsv' : '.csv',
  };
}

async function askOther({ format, dialect }: ShownTable): Promise<Form | undefined> {
  const title = t('Save Export As');
  const delimiter = await askPickOf(
    delimiters.map((value) => ({ label: delimiterName(value, t), value })),
    { title, placeholder: t('Select the delimiter') },
  );
  if (delimiter === undefined) return undefined;
  const encoding = await askPickOf(
    encodings.map((value) => ({ label: encodingNames[value], value })),
    { title, placeholder: t('Select an encoding') },
  );
  if (encoding === undefined) return undefined;
  const hasHeader = format !== 'csv' || dialect.hasHeader;
  return csvForm({ ...plainCsv, hasHeader, delimiter, encoding, hasMark: encoding.startsWith('utf16') });
}
