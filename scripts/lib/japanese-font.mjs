import { readFileSync } from 'node:fs'
import { inRoot } from './paths.mjs'

/** The package with the font, in pieces that browsers load as a page needs their characters. */
export const JAPANESE_FONT = '@fontsource-variable/noto-sans-jp'
const FAMILY = 'Noto Sans JP Variable'
/** Where radicals begin, and after them all that Japanese has and Latin has not (The Unicode Standard, 18). */
const FIRST = 0x2e80

/** @typedef {{ file: string, ranges: [number, number][] }} Piece `ranges`: first and last code points */

/** @returns {Piece[]} the pieces with Japanese characters; files by the package's name */
export function japanesePieces() {
  const ranges = JSON.parse(readFileSync(inRoot('node_modules', JAPANESE_FONT, 'unicode.json'), 'utf8'))
  return Object.entries(ranges).flatMap(([name, text]) => {
    // The others are of alphabets: `[0]` is a piece of Japanese, `latin` is none.
    const number = /^\[(\d+)\]$/.exec(name)?.[1]
    const own = text
      .split(',')
      .map(rangeOf)
      .filter(([, last]) => last >= FIRST)
    if (number === undefined || own.length === 0) return []
    const file = `${JAPANESE_FONT}/files/noto-sans-jp-${number}-wght-normal.woff2`
    return [{ file, ranges: own.map(([first, last]) => [Math.max(first, FIRST), last]) }]
  })
}

/** @param {string} text as in `unicode-range` (CSS Fonts 4, 4.5) @returns {[number, number]} */
function rangeOf(text) {
  const [first, last = first] = text.trim().slice(2).split('-')
  return [Number.parseInt(first, 16), Number.parseInt(last, 16)]
}

/** Nothing is drawn in place of a character whose piece is on its way: it would be a box. */
const faceOf = ({ file, ranges }) => `@font-face {
  font-family: '${FAMILY}';
  font-style: normal;
  font-display: block;
  font-weight: 100 900;
  src: url('${file}?no-inline') format('woff2-variations');
  unicode-range: ${ranges.map(([first, last]) => `U+${first.toString(16)}-${last.toString(16)}`).join(', ')};
}`

/** @returns {string} a style sheet that makes the font known, by its pieces */
export const japaneseFaces = () => japanesePieces().map(faceOf).join('\n')

/** Fills `renderer/theme/japanese.css`. @returns {import('vite').Plugin} */
export const japaneseFont = () => ({
  name: 'japanese-font',
  enforce: 'pre',
  transform(code, id) {
    return id.endsWith('/renderer/theme/japanese.css') ? `${code}\n${japaneseFaces()}` : undefined
  },
})
