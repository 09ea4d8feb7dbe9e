// A number as its text says it, without the losses of a double.

/** Sign, digits without zeros at either end, and the power of ten of the last digit. */
export function exactNumber(raw: string): string {
  if (/^-?[1-9]\d{0,15}$/.test(raw) && !raw.endsWith('0')) return `${raw}e0`; // nearly all of them
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = numberParts.exec(raw) ?? [];
  const digits = (whole + fraction).replace(/^0+/, '');
  if (digits === '') return '0';
  let end = digits.length;
  while (digits.charCodeAt(end - 1) === 0x30) end--;
  // BigInt, because an exponent may have any number of digits.
  const power = BigInt(exponent) - BigInt(fraction.length) + BigInt(digits.length - end);
  return `${sign}${digits.slice(0, end)}e${power}`;
}

const numberParts = /^\+?(-?)(\d+)(?:\.(\d+))?(?:[eE]\+?(-?\d+))?$/;
