import { Button } from '#webview/elements/button.tsx';
import { t } from '#webview/elements/translate.ts';

interface TableButtonProps {
  /** Of the chart. */
  readonly title: string;
  readonly isTable: boolean;
  readonly onToggle: (isTable: boolean) => void;
}

/** Shows a chart as a table, or as a chart again. */
export function TableButton({ title, isTable, onToggle }: TableButtonProps) {
  return (
    <Button
      icon="columns"
      label={t('Show {0} as Table', title)}
      title={t('Show as Table')}
      isPressed={isTable}
      onClick={() => onToggle(!isTable)}
    />
  );
}
