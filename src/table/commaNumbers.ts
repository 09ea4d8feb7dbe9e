// Numbers with decimal commas.

/** Points may stand between thousands, unless there is an exponent. */
export const commaNumber =
  /^-?(?:(?:0|[1-9]\d*|(?=,))(?:,\d+)?(?:[eE][+-]?\d{1,9})?|[1-9]\d{0,2}(?:\.\d{3})+(?:,\d+)?)$/;

export function withPoint(text: string): string {
  return text.replaceAll('.', '').replace(',', '.');
}

/** Whether all texts of a column are numbers with decimal commas. */
export class CommaColumn {
  #commas = 0;
  #others = 0;

  look(text: string): void {
    if (!commaNumber.test(text)) this.#others++;
    else if (text.includes(',')) this.#commas++;
  }

  get isOne(): boolean {
    return this.#commas > 0 && this.#others === 0;
  }
}
