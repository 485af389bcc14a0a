/** The bars of a boleto: Interleaved 2 of 5, as Febraban asks for it. */

/** The 44 digits of the bars, out of the 47 of the line. Throws a RangeError for anything else. */
export function barcodeOf(line: string): string {
  if (!/^\d{47}$/.test(line)) throw new RangeError('A boleto has a line of 47 digits.');
  // Three fields of the free part, each followed by its check digit; then the general check digit, the due date and the amount.
  const free = line.slice(4, 9) + line.slice(10, 20) + line.slice(21, 31);
  return line.slice(0, 4) + line.slice(32, 47) + free;
}

/** The line in the groups in which it is printed: `99990.00000 00000.000000 00000.010056 1 10010000015990`. */
export function printedLine(line: string): string {
  return line.replace(/^(\d{5})(\d{5})(\d{5})(\d{6})(\d{5})(\d{6})(\d)(\d{14})$/, '$1.$2 $3.$4 $5.$6 $7 $8');
}

/** Which two of the five elements of a digit are wide. */
const DIGITS = ['00110', '10001', '01001', '11000', '00101', '10100', '01100', '00011', '10010', '01010'];
const START = [1, 1, 1, 1];
const STOP = [3, 1, 1];

/**
 * The widths of bars and spaces in turn, beginning with a bar; a wide one is three times as wide. Of two digits, the first is in the bars and the
 * second in the spaces between them. Throws a RangeError unless there is an even number of digits.
 */
export function interleaved(digits: string): number[] {
  if (!/^(?:\d\d)*$/.test(digits)) throw new RangeError('Digits are interleaved in pairs.');
  const pairs = digits.match(/\d\d/g) ?? [];
  const widths = pairs.flatMap((pair) => {
    const [bars = '', spaces = ''] = [...pair].map((digit) => DIGITS[Number(digit)]);
    return [...bars].flatMap((bar, index) => [bar, spaces[index]].map((element) => (element === '1' ? 3 : 1)));
  });
  return [...START, ...widths, ...STOP];
}
