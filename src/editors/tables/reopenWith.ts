// “Reopen With…”: how a table reads its file, as a person says it, and what they said of earlier files.
import * as vscode from 'vscode';
import { askPickOf, type PickItem } from '#host/input/askPick.ts';
import type { Memory } from '#model/storage/memory.ts';
import {
  type ChosenDialect,
  delimiters,
  type Dialect,
  isDelimiter,
  parseChosenDialect,
  delimiterName,
} from '#table/dialect.ts';
import { encodingNames, encodings } from '#table/encodings.ts';
import type { TableFormat } from '#table/tableFormat.ts';

const { t } = vscode.l10n;

/** Files whose choice is remembered, those chosen last. */
const maxFiles = 200;

/** @returns all that is chosen now; nothing, to recognize the file again; undefined if the person canceled */
export async function askDialect(
  dialect: Dialect,
  format: TableFormat,
  chosen: ChosenDialect,
): Promise<ChosenDialect | undefined> {
  const groups = [
    encodingItems(dialect),
    ...(format === 'csv'
      ? [delimiterItems(dialect), headerItems(dialect), quoteItems(dialect), decimalItems(dialect)]
      : []),
  ];
  const again: PickItem<ChosenDialect>[] =
    Object.keys(chosen).length === 0
      ? []
      : [
          {
            label: t('Recognize Again'),
            detail: t('Detects how to read the file, and discards your choices'),
            value: {},
          },
        ];
  const answer = await askPickOf<ChosenDialect | undefined>([...again, ...groups.flat()], {
    title: t('Reopen Table With'),
    placeholder: format === 'csv' ? t('Select one, or enter another delimiter') : t('Select an encoding'),
    typed: (typed) =>
      format === 'csv' && isDelimiter(typed)
        ? { label: t('Delimiter: {0}', delimiterName(typed, t)), value: { delimiter: typed } }
        : undefined,
  });
  if (!answer) return undefined;
  return Object.keys(answer).length === 0 ? answer : { ...chosen, ...answer };
}

type Item = PickItem<ChosenDialect | undefined>;

/** Choices of one kind under its name; the one in force says so. */
function group(
  name: string,
  choices: readonly {
    readonly label: string;
    readonly detail?: string;
    readonly value: ChosenDialect;
    readonly isCurrent: boolean;
  }[],
): Item[] {
  return [
    { label: name, kind: vscode.QuickPickItemKind.Separator, value: undefined },
    ...choices.map(({ isCurrent, ...item }) => (isCurrent ? { ...item, description: t('current') } : item)),
  ];
}

function encodingItems(dialect: Dialect): Item[] {
  return group(
    t('Encoding'),
    encodings.map((encoding) => ({
      label: encodingNames[encoding],
      value: { encoding },
      isCurrent: dialect.encoding === encoding,
    })),
  );
}

function delimiterItems(dialect: Dialect): Item[] {
  const known = delimiters.some((one) => one === dialect.delimiter);
  return group(
    t('Delimiter'),
    (known ? delimiters : [...delimiters, dialect.delimiter]).map((delimiter) => ({
      label: delimiterName(delimiter, t),
      value: { delimiter },
      isCurrent: dialect.delimiter === delimiter,
    })),
  );
}

function headerItems({ hasHeader }: Dialect): Item[] {
  return group(t('First Row'), [
    {
      label: t('Header'),
      detail: t('The first row names the columns'),
      value: { hasHeader: true },
      isCurrent: hasHeader,
    },
    {
      label: t('No Header'),
      detail: t('The first row is data'),
      value: { hasHeader: false },
      isCurrent: !hasHeader,
    },
  ]);
}

function quoteItems(dialect: Dialect): Item[] {
  const labels = { '"': t('Quotation Mark'), "'": t('Apostrophe'), '': t('No Quotes') };
  return group(
    t('Quotes'),
    (['"', "'", ''] as const).map((quote) => ({
      label: labels[quote],
      ...(quote === '' ? {} : { detail: quote }),
      value: { quote },
      isCurrent: dialect.quote === quote,
    })),
  );
}

function decimalItems({ decimal }: Dialect): Item[] {
  return group(t('Decimal Sign'), [
    { label: t('Point'), detail: '1234.5', value: { decimal: '.' }, isCurrent: decimal === '.' },
    { label: t('Comma'), detail: '1.234,5', value: { decimal: ',' }, isCurrent: decimal === ',' },
  ]);
}

/** What people said of files, by their paths. */
export class KeptDialects {
  readonly #memory: Memory;

  constructor(memory: Memory) {
    this.#memory = memory;
  }

  of(path: string): ChosenDialect {
    return parseChosenDialect(this.#entries().find(([of]) => of === path)?.[1]);
  }

  async keep(path: string, chosen: ChosenDialect): Promise<void> {
    const others = this.#entries().filter(([of]) => of !== path);
    const entries = Object.keys(chosen).length === 0 ? others : [[path, chosen] as const, ...others];
    await this.#memory.write(entries.slice(0, maxFiles));
  }

  #entries(): readonly (readonly [path: string, chosen: unknown])[] {
    const kept = this.#memory.read();
    const entries: readonly unknown[] = Array.isArray(kept) ? kept : [];
    return entries.flatMap((entry) => {
      if (!Array.isArray(entry)) return [];
      const [of, chosen]: readonly unknown[] = entry;
      return typeof of === 'string' ? [[of, chosen] as const] : [];
    });
  }
}
