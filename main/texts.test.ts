import { expect, test } from 'vitest'
import { fill, languageOf, TEXTS } from './texts.ts'

const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([place]) => place).sort()

test('both languages have the same texts with the same places', () => {
  for (const [key, text] of Object.entries(TEXTS.en)) {
    const other = TEXTS.ja[key as keyof typeof TEXTS.ja]
    expect([key, places(other)]).toEqual([key, places(text)])
    expect([key, other.trim()]).not.toEqual([key, ''])
  }
})

test('the language of the system, English where there is none', () => {
  expect(['ja', 'ja-JP', 'en-GB', 'fr', ''].map(languageOf)).toEqual(['ja', 'ja', 'en', 'en', 'en'])
})

test('values are put in as they are, once', () => {
  expect(fill('{a} and {b} and {c}', { a: '{b}', b: 1 })).toBe('{b} and 1 and {c}')
})
