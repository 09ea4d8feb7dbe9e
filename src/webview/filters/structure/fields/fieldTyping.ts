// Divides typing in fields into runs. One undo takes back a whole run, as in any text field. A run ends where the cursor moves,
// a word begins, or a person does something else.

export class FieldTyping {
  #run = 0;
  #last: { readonly field: EventTarget; readonly inputType: string; readonly at: number | null } | undefined;

  /** @param element what the fields are in */
  constructor(element: HTMLElement) {
    element.addEventListener('beforeinput', (event) => {
      if (!this.#continues(event)) this.#run++;
    });
    element.addEventListener('input', (event) => {
      const { target: field } = event;
      const isTyped = event instanceof InputEvent && field instanceof HTMLInputElement;
      this.#last = isTyped ? { field, inputType: event.inputType, at: field.selectionEnd } : undefined;
    });
  }

  get run(): number {
    return this.#run;
  }

  #continues({ target: field, inputType, data, isComposing }: InputEvent): boolean {
    const last = this.#last;
    if (!(field instanceof HTMLInputElement) || last?.field !== field) return false;
    if (last.inputType !== inputType || inputType === 'insertFromPaste') return false;
    const { value, selectionStart: start, selectionEnd: end } = field;
    const beginsWord = /^\S/.test(data ?? '') && /\s$/.test(value.slice(0, start ?? 0));
    return last.at === end && (start === end || isComposing) && !beginsWord;
  }
}
