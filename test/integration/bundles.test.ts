import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const OUT = join(import.meta.dirname, '../../out')

/** Files of JavaScript below a folder of out/. */
const bundles = (folder: string): string[] =>
  readdirSync(join(OUT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => join(folder, name))

// One character more, and V8 keeps all of the file with two bytes for each.
it.each(['service', 'renderer/assets'])('all that is built below %s is ASCII', (folder) => {
  const all = bundles(folder)
  expect(all).not.toEqual([])
  expect(all.filter((name) => /\P{ASCII}/u.test(readFileSync(join(OUT, name), 'utf8')))).toEqual([])
})

// Whoever builds, a test runner too.
it('nothing of the console is a development version', () => {
  const maps = readdirSync(join(OUT, 'renderer/assets')).filter((name) => name.endsWith('.js.map'))
  const sources = maps.flatMap((name) => {
    const map = JSON.parse(readFileSync(join(OUT, 'renderer/assets', name), 'utf8')) as { sources: string[] }
    return map.sources
  })
  expect(sources.filter((name) => name.includes('react-dom'))).not.toEqual([])
  expect(sources.filter((name) => name.endsWith('.development.js'))).toEqual([])
})

// Node starts its own fetch for whoever imports http, in each process of the service.
it('no bundle of the service imports http', () => {
  const imports = /^import\b[^;]*?from "(node:)?http"/m
  expect(bundles('service').filter((name) => imports.test(readFileSync(join(OUT, name), 'utf8')))).toEqual([])
})
