// The buttons of an item: its grip, its menu and Remove.
import type { FilterItem } from '#filters/filterShape.ts';
import { Button } from '#webview/elements/button.tsx';
import { Icon } from '#webview/elements/icon.tsx';
import { isMac, keyName } from '#webview/elements/pressedKey.ts';
import { t } from '#webview/elements/translate.ts';
import { removeItem } from './itemMenu.ts';
import { useStructure } from '#webview/filters/structure/state/structureContext.ts';

interface ItemProps {
  readonly item: FilterItem;
}

export function Grip({ item }: ItemProps) {
  const structure = useStructure();
  if (structure.isReadonly) return null;
  const handleKey = (event: KeyboardEvent): void => {
    if (event.key !== 'Delete' && !(isMac && event.key === 'Backspace')) return; // the key of a Mac that is labelled delete
    event.preventDefault();
    removeItem(structure, item);
  };
  return (
    <button
      type="button"
      class="grip"
      data-part="grip"
      aria-label={t('Move: {0}', structure.describe(item))}
      title={t('Drag to move, or press {0} or {1}', keyName('Alt+↑'), keyName('Alt+↓'))}
      onPointerDown={(event) => {
        if (event.button === 0) structure.startDrag(item, event);
      }}
      onKeyDown={handleKey}
    >
      <Icon name="grip" />
    </button>
  );
}

export function ItemActions({ item }: ItemProps) {
  const structure = useStructure();
  return (
    <span class="actions">
      <Button
        icon="more"
        label={t('More Actions')}
        class="action"
        part="menu"
        hasMenu
        onClick={(button) => structure.openMenu(item, button)}
      />
      <RemoveButton
        label={item.kind === 'group' ? t('Remove Group') : t('Remove')}
        onClick={() => removeItem(structure, item)}
      />
    </span>
  );
}

interface RemoveButtonProps {
  readonly label: string;
  readonly onClick: () => void;
}

export function RemoveButton({ label, onClick }: RemoveButtonProps) {
  if (useStructure().isReadonly) return null;
  return <Button icon="close" label={label} class="action" part="remove" onClick={onClick} />;
}
