/** What is at a point of a chart. */
export interface TooltipContent {
  readonly title: string;
  readonly lines: readonly PointLine[];
  /** Below the lines, also if not all of them have room. */
  readonly total?: Pick<PointLine, 'label' | 'value'> | undefined;
}

interface PointLine {
  /** May be empty. */
  readonly label: string;
  /** What the label is of, if that is not the title: the day of an earlier period. */
  readonly place?: string | undefined;
  readonly value: string;
  /** What lines are sorted by where not all of them have room. */
  readonly amount?: number | null | undefined;
  /** The number of a color in the palette; undefined for a value that has none. */
  readonly color?: number | undefined;
  /** Whether the pointer is at it. */
  readonly isHovered?: boolean | undefined;
  readonly isComparison?: boolean | undefined;
  /** Whether it is drawn as a line. */
  readonly isLine?: boolean | undefined;
}
