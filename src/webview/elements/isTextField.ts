/** Whether a key is pressed in a field, where it edits the text that is typed. */
export function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}
