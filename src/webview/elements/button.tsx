import { Icon, type IconName } from './icon.tsx';

export interface ButtonProps {
  readonly icon?: IconName;
  /** The accessible name. */
  readonly label: string;
  /** The hover's text, which may name the key; by default the label. */
  readonly title?: string;
  readonly showsLabel?: boolean;
  /** Added to the class of every button. */
  readonly class?: string;
  readonly disabled?: boolean;
  /** Makes it a toggle button. */
  readonly isPressed?: boolean;
  /** It opens a menu. */
  readonly hasMenu?: boolean;
  /** By which it is found again. */
  readonly part?: string;
  readonly onClick: (button: HTMLButtonElement) => void;
}

export function Button(props: ButtonProps) {
  const { icon, label, title = label, showsLabel = false, disabled = false } = props;
  return (
    <button
      type="button"
      class={props.class === undefined ? 'button' : `button ${props.class}`}
      title={title}
      aria-label={label}
      aria-pressed={props.isPressed}
      aria-haspopup={props.hasMenu ? 'menu' : undefined}
      data-part={props.part}
      disabled={disabled}
      onClick={({ currentTarget }) => props.onClick(currentTarget)}
    >
      {icon && <Icon name={icon} />}
      {showsLabel && <span>{label}</span>}
    </button>
  );
}
