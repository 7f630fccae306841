import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { OPERATIONS } from '../../service/control/api/live/operations/index.ts'
import { ALL } from './all.ts'
import type { StatementId } from './all.ts'
import { ELSEWHERE } from './elsewhere.ts'
import { LATER } from './later.ts'
import { heldHere } from './held-here.ts'

const root = join(import.meta.dirname, '../..')
const ids = Object.keys(ALL) as StatementId[]
/** How the call of a test begins, up to the bracket before its title; a table may be above. */
const BEGINNING = String.raw`(?:\b(?:it|test)(?:\.(?:each|runIf)\(.*\))?|\](?: as const)?\))`

describe('the statements of the specification', () => {
  test('each is held by a test, or said to come later with the reason', () => {
    const held = heldHere()
    const open = ids.filter((id) => !held.has(id) && !ELSEWHERE[id] && !LATER[id])
    expect(open).toEqual([])
  })

  test('what is said to come later is not held already', () => {
    const held = heldHere()
    expect(ids.filter((id) => LATER[id] && (held.has(id) || ELSEWHERE[id]))).toEqual([])
    for (const [id, reason] of Object.entries(LATER)) console.info(`later: ${id}: ${reason}`)
  })

  test('every id that a test names is a statement', () => {
    expect([...heldHere().keys()].filter((id) => !(id in ALL))).toEqual([])
  })

  const named = Object.entries(ELSEWHERE).flatMap(([id, tests]) => tests.map((one) => ({ id, ...one })))
  test.each(named)('$id is held by a test that is there: $title', ({ file, title }) => {
    const source = readFileSync(join(root, file), 'utf8')
    expect(source).toMatch(new RegExp(`${BEGINNING}\\(\\s*['"\`]${escaped(title)}['"\`]`))
  })

  test('every forwarded operation is called in the tests of clients that it acts on', () => {
    const files = new Set(ELSEWHERE['live.forwarded-act']?.map(({ file }) => file))
    const sources = [...files].map((file) => readFileSync(join(root, file), 'utf8')).join('')
    const forwarded = OPERATIONS.map(({ target }) => target).filter((target) => target.startsWith('Sfu_'))
    expect(forwarded).toHaveLength(27)
    expect(forwarded.filter((target) => !sources.includes(`'${target}'`))).toEqual([])
  })

  test('a test that is not there is noticed', () => {
    const beginning = new RegExp(`${BEGINNING}\\(\\s*'a'`)
    for (const source of [
      "it('a'",
      "test(\n  'a'",
      "it.each(LIST)('a'",
      "it.runIf(x)('a'",
      "  ])('a'",
      "] as const)('a'",
    ]) {
      expect(source).toMatch(beginning)
    }
    for (const source of ["describe('a'", "it.skip('a'", "call('a'", "it('b', () => f('a'"]) {
      expect(source).not.toMatch(beginning)
    }
  })
})

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
}
