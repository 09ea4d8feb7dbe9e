// The list of suggestions as it is drawn. The keyboard stays in the text, which names the selected one to screen readers.
import { block } from '#webview/elements/controls.ts';
import { icon, type IconName } from '#webview/elements/icons.ts';
import { t } from '#webview/elements/translate.ts';
import type { Choice } from './completionMatch.ts';

export const listId = 'choices';

export function choiceId(index: number): string {
  return `choice-${index}`;
}

const icons: { readonly [K in Choice['kind']]: IconName } = {
  property: 'summary',
  value: 'check',
  snippet: 'add',
};

export class ChoiceList {
  readonly element: HTMLElement;
  readonly #list = document.createElement('ul');
  readonly #documentation = block('choice-documentation');
  readonly #onChoose: (choice: Choice) => void;
  #shown: readonly Choice[] = [];

  constructor(onChoose: (choice: Choice) => void) {
    this.#onChoose = onChoose;
    this.#list.id = listId;
    this.#list.role = 'listbox';
    this.#list.ariaLabel = t('Suggestions');
    this.#documentation.id = `${listId}-documentation`;
    this.element = block('choices', this.#list, this.#documentation);
  }

  show(choices: readonly Choice[], selected: number): void {
    if (choices !== this.#shown)
      this.#list.replaceChildren(...choices.map((choice, at) => this.#option(choice, at)));
    this.#shown = choices;
    for (const [index, option] of [...this.#list.children].entries()) {
      const isSelected = index === selected;
      option.ariaSelected = String(isSelected);
      if (isSelected) option.setAttribute('aria-describedby', this.#documentation.id);
      else option.removeAttribute('aria-describedby');
    }
    const documentation = choices[selected]?.documentation ?? '';
    this.#documentation.textContent = documentation;
    this.#documentation.hidden = documentation === '';
    this.reveal();
  }

  /** Scrolls to the selected one. */
  reveal(): void {
    this.#list.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }

  #option(choice: Choice, index: number): HTMLElement {
    const option = document.createElement('li');
    option.id = choiceId(index);
    option.role = 'option';
    const words = document.createElement('span');
    words.textContent = choice.label;
    option.append(icon(icons[choice.kind]), words);
    // A press would take the keyboard from the text.
    option.addEventListener('mousedown', (event) => {
      event.preventDefault();
      this.#onChoose(choice);
    });
    return option;
  }
}
