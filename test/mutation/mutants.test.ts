import { expect, test } from 'vitest'
import { apply, mutantsOf } from './mutants.ts'

const changed = (source: string) => mutantsOf('a.ts', source).map((mutant) => apply(mutant, source))

test.each([
  ['if (a > 1) throw e', ['if (false) throw e', 'if (a >= 1) throw e', 'if (a > 2) throw e']],
  ['f(a && !b)', ['f((a))', 'f((!b))', 'f(a && b)', ';']],
  ['x = a ? 1 : b', ['x = true ? 1 : b', 'x = false ? 1 : b', 'x = a ? 2 : b']],
  ['x = z.string().min(n).regex(r)', ['x = z.string().min(n)', 'x = z.string().regex(r)']],
  ["x = kind.default('b')", ['x = kind', "x = kind.default('another')"]],
  ['x = /^a$/i', ['x = /a$/i', 'x = /^a/i', 'x = /^a$/']],
  ["x = ['a', 'b']", ["x = ['b']", "x = ['a']"]],
  ["x = { permission: 'user' }", ["x = { permission: 'signed-in' }"]],
  ['admit(caller)', [';']],
])('%s is changed in each of its places', (source, expected) => {
  expect(changed(source).sort()).toEqual([...expected].sort())
})

test('types, imports and what people read stay as they are', () => {
  expect(changed("import a from 'a'\ninterface B { c: 1 }\ntype D = [1, 2]")).toEqual([])
  expect(changed('x = { example: [1, 2], summary: !0 }')).toEqual([])
  expect(changed("x = y.describe('a').meta({ minimum: 1 })")).toEqual([])
})

test('a mutant is another one once its source is', () => {
  const [one] = mutantsOf('a.ts', 'f(1)')
  const [other] = mutantsOf('a.ts', 'f(1) ')
  expect(one?.id).not.toBe(other?.id)
})
