/** Digits and what stands between them, 5 by 7 dots each; no font is needed on any machine. */
const DOTS: Readonly<Record<string, string>> = {
  '0': '01110 10001 10011 10101 11001 10001 01110',
  '1': '00100 01100 00100 00100 00100 00100 01110',
  '2': '01110 10001 00001 00010 00100 01000 11111',
  '3': '11111 00010 00100 00010 00001 10001 01110',
  '4': '00010 00110 01010 10010 11111 00010 00010',
  '5': '11111 10000 11110 00001 00001 10001 01110',
  '6': '00110 01000 10000 11110 10001 10001 01110',
  '7': '11111 00001 00010 00100 01000 01000 01000',
  '8': '01110 10001 10001 01110 10001 10001 01110',
  '9': '01110 10001 10001 01111 00001 00010 01100',
  ':': '00000 00100 00100 00000 00100 00100 00000',
  '.': '00000 00000 00000 00000 00000 01100 01100',
  '#': '01010 01010 11111 01010 11111 01010 01010',
}

export const GLYPH_HEIGHT = 7
/** One dot of space included. */
export const GLYPH_WIDTH = 6

/** The lit dots of a character as `[x, y]`; none for one that is not known. */
export function litDots(character: string): [number, number][] {
  const rows = (DOTS[character] ?? '').split(' ')
  return rows.flatMap((row, y) =>
    [...row].flatMap((dot, x): [number, number][] => (dot === '1' ? [[x, y]] : [])),
  )
}
