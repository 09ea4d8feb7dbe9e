export interface MenuItem {
  readonly label: string;
  /** The key that does the same, shown beside the label. */
  readonly key?: string;
  /** It is not possible now, which the other items or the place explain. */
  readonly isDisabled?: boolean;
  /** Why it is disabled, where nothing else says so. It can still be focused, so that screen readers read it. */
  readonly disabledReason?: string | undefined;
  /** Separated from the items above by a line. */
  readonly startsGroup?: boolean;
  readonly run: () => void;
}
