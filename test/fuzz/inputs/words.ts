/** Words that parsers have stumbled over. */
export const WORDS = [
  ...['', ' ', '0', '-1', '1e999', 'NaN', '65536', '4294967296', '99999999999999999999', '1.5', '0x10'],
  ...['__proto__', 'constructor', 'hasOwnProperty', 'toString', 'length', 'null', 'undefined', 'true'],
  ...['\0', '\x1b[31m', '\u202e', '\ud800', '\ufeff', '\u2028', '%s%n', '../..', '*', ':', '=', ';;', '~'],
]
