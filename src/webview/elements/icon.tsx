import { iconPaths, type IconName } from './icons.ts';

/** Hidden from screen readers: the text beside it, or its button's label, says what it means. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
      <path d={iconPaths[name]} />
    </svg>
  );
}
