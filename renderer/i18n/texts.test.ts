import { describe, expect, it } from 'vitest'
import { en } from './en.ts'
import { ja } from './ja.ts'

type Tree = { readonly [key: string]: string | Tree }

function flatten(tree: Tree, prefix = ''): Map<string, string> {
  const out = new Map<string, string>()
  for (const [key, value] of Object.entries(tree)) {
    const path = prefix + key
    if (typeof value === 'string') out.set(path, value)
    else for (const [k, v] of flatten(value, `${path}.`)) out.set(k, v)
  }
  return out
}

const english = flatten(en)
const japanese = flatten(ja)
const placeholders = (text: string) => [...new Set(text.match(/\{\{\w+\}\}/g) ?? [])].sort()

describe('texts', () => {
  it('have equal keys in both languages, but for the English singular', () => {
    const wanted = [...english.keys()].filter((k) => !k.endsWith('_one')).sort()
    expect([...japanese.keys()].sort()).toEqual(wanted)
  })

  it('have the English plural beside each singular', () => {
    const singulars = [...english.keys()].filter((k) => k.endsWith('_one'))
    expect(singulars.length).toBeGreaterThan(5)
    for (const key of singulars) expect(english.has(key.replace(/_one$/, '_other')), key).toBe(true)
  })

  it('have equal placeholders in both languages', () => {
    for (const [key, text] of japanese) {
      expect(placeholders(text), key).toEqual(placeholders(english.get(key) ?? ''))
    }
  })

  it('keep to the rules of writing', () => {
    for (const [key, text] of english) {
      expect(text, key).not.toMatch(/!|\b(please|sorry|oops|successfully|invalid)\b/i)
      expect(text, key).not.toMatch(/\.\.\./)
    }
    for (const [key, text] of japanese) {
      expect(text, key).not.toMatch(/[！０-９Ａ-Ｚａ-ｚ]/)
      expect(text, key).not.toMatch(/\.\.\./)
    }
  })
})
