import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { kebab, tokens, type Scheme } from './theme.ts'

const CSS = readFileSync(new URL('contrast.css', import.meta.url), 'utf8')

/** Colours of a scheme with high contrast, by their names in CSS. */
function highContrast(scheme: Scheme): Map<string, string> {
  const [, block = ''] = new RegExp(`scheme='${scheme}'\\] \\{([^}]*)`).exec(CSS) ?? []
  const colours = new Map(Object.entries(tokens[scheme]).map(([name, colour]) => [kebab(name), colour]))
  for (const [, name = '', colour = ''] of block.matchAll(/--ad-([\w-]+): (#\w+);/g))
    colours.set(name, colour)
  return colours
}

/** Relative luminance (WCAG 2.2, 1.4.3). */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => parseInt(colour.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function ratio(one: string, other: string): number {
  const [low = 0, high = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}

const SURFACES = ['frame', 'canvas', 'card', 'raised', 'hover', 'sunken']
const TEXTS = [
  'text',
  'text-2',
  'text-3',
  'accent-text',
  'on-air-text',
  'ok',
  'warn',
  'fail',
  'info',
  'idle',
  'lab',
]
type Pair = readonly [above: string, below: string]
const onEach = (above: string): Pair[] => SURFACES.map((surface) => [above, surface])
const SOFT: readonly Pair[] = [
  ['accent-text', 'accent-soft'],
  ['on-air-text', 'on-air-soft'],
  ['ok', 'ok-soft'],
  ['warn', 'warn-soft'],
  ['fail', 'fail-soft'],
  ['lab', 'lab-soft'],
]
const FILLED: readonly Pair[] = [
  ['on-accent', 'accent'],
  ['on-accent', 'accent-hover'],
  ['on-on-air', 'on-air'],
  ['stage-text', 'stage'],
  ['stage-text-2', 'stage'],
]
const PAIRS = [...TEXTS.flatMap(onEach), ...SOFT, ...FILLED]
const EDGES = ['line', 'line-strong', 'control', 'accent-line'].flatMap(onEach)

describe.each(['dark', 'light'] as const)('high contrast, %s', (scheme) => {
  const colours = highContrast(scheme)
  const of = (name: string) => colours.get(name) ?? ''
  const short = (pairs: readonly Pair[], least: number) =>
    pairs
      .filter(([a, b]) => !(ratio(of(a), of(b)) >= least))
      .map(([a, b]) => `${a} on ${b}: ${ratio(of(a), of(b)).toFixed(2)}`)

  it('text is 7:1 or better on every surface', () => expect(short(PAIRS, 7)).toEqual([]))
  it('edges are 3.5:1 or better', () => expect(short(EDGES, 3.5)).toEqual([]))
  it('every colour is one of the theme', () => {
    const names = new Set(Object.keys(tokens[scheme]).map(kebab))
    expect([...colours.keys()].filter((name) => !names.has(name))).toEqual([])
  })
})
