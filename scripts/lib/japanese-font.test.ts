import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { ja } from '../../renderer/i18n/ja.ts'
import { charactersOf } from '../../test/support/woff2.ts'
import { japaneseFaces, japanesePieces } from './japanese-font.mjs'
import { inRoot } from './paths.mjs'

const pieces = japanesePieces().map(({ file, ranges }) => ({
  ranges,
  characters: charactersOf(readFileSync(inRoot('node_modules', file))),
}))
/** Characters that the font is asked for and has not. */
const missing = (text: Iterable<string>): string[] =>
  [...new Set(text)].filter((character) => {
    const code = character.codePointAt(0) ?? 0
    const asked = pieces.filter(({ ranges }) => ranges.some(([first, last]) => first <= code && code <= last))
    // Where several pieces are asked any of them may have it.
    return !asked.some(({ characters }) => characters.has(code))
  })
const isJapanese = (character: string) => (character.codePointAt(0) ?? 0) >= 0x2e80

test('the font has every character of the Japanese texts', () => {
  const texts = [...JSON.stringify(ja)].filter(isJapanese)
  expect(new Set(texts).size).toBeGreaterThan(500)
  expect(missing(texts)).toEqual([])
  // What it has not would be found.
  expect(missing('あ가ก𝐀')).toEqual(['가', 'ก', '𝐀'])
})

test('the font has what names are made of: kana, punctuation and the kanji of JIS X 0208', () => {
  const decoder = new TextDecoder('euc-jp')
  const rows = [1, 4, 5, ...Array.from({ length: 84 - 16 + 1 }, (_, row) => row + 16)]
  const characters = rows.flatMap((row) =>
    Array.from({ length: 94 }, (_, cell) => decoder.decode(Uint8Array.of(0xa0 + row, 0xa1 + cell))),
  )
  const names = characters.filter((character) => character !== '\ufffd' && isJapanese(character))
  expect(names.length).toBeGreaterThan(6400)
  expect(missing(names)).toEqual([])
})

test('no character of Latin texts asks for it', () => {
  expect(pieces.length).toBeGreaterThan(100)
  for (const { ranges } of pieces) for (const [first] of ranges) expect(first).toBeGreaterThanOrEqual(0x2e80)
  expect(japaneseFaces().match(/@font-face/g)).toHaveLength(pieces.length)
})
