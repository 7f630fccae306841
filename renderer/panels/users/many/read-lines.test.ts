import { expect, test } from 'vitest'
import { breaks } from '../../../../service/contract/refusal/carried.ts'
import { PRESETS } from '../presets.ts'
import { user } from '../users.fixture.ts'
import { MOST_LINES, readUsers, type Known } from './read-lines.ts'

const known: Known = {
  me: user(1, {}, true),
  rule: { minLength: null },
  emails: ['ben@studio.example'],
  permissions: PRESETS.viewer,
}
const read = (text: string, more: Partial<Known> = {}) => readUsers(text, { ...known, ...more })
const why = (text: string, more?: Partial<Known>) => read(text, more).lines.map((line) => line.why)

test('a user in each line that is not empty; all get the chosen permissions where the table has none', () => {
  const { lines, hasPermissions } = read(
    ' Name ,EMAIL\nAiko , aiko@studio.example\n,\n\n"Ken, K.",ken@studio.example',
  )
  const rest = { password: '', permissions: PRESETS.viewer }
  expect(lines).toEqual([
    { number: 2, user: { name: 'Aiko', email: 'aiko@studio.example', ...rest }, why: null },
    { number: 5, user: { name: 'Ken, K.', email: 'ken@studio.example', ...rest }, why: null },
  ])
  expect(hasPermissions).toBe(false)
})

test('permissions of the table replace the chosen ones; an empty cell grants nothing', () => {
  const { lines, hasPermissions } = read(
    'email\tname\tdelivery\tschedule\na@b.example\tA\tTRUE\t\nc@d.example\tC\t0\t1',
  )
  expect(lines.map(({ user: { permissions } }) => permissions)).toEqual([
    { delivery: true, view: false, schedule: false, user: false },
    { delivery: false, view: false, schedule: true, user: false },
  ])
  expect(hasPermissions).toBe(true)
})

test.each([
  ['no name', 'name,email\n,a@b.example', breaks('characters', { min: 1, max: 30 }), 'name'],
  ['a wrong e-mail', 'name,email\nA,a@b..example', breaks('email'), 'email'],
  [
    '8 characters, which the specified rule refuses',
    'name,email,password\nA,a@b.example,12345678',
    breaks('characters', { min: 1, max: 7 }),
    'password',
  ],
])('a line is left out for %s', (_, text, rule, column) => {
  expect(why(text)).toEqual([{ kind: 'rule', column, rule }])
})

test('passwords of the table obey the rule of the system, as they stand there', () => {
  const text = 'name,email,password\nA,a@b.example,1234567\nB,b@b.example, 1234567'
  expect(why(text, { rule: { minLength: 8 } })).toEqual([
    { kind: 'rule', column: 'password', rule: breaks('minCharacters', { min: 8 }) },
    null,
  ])
})

test('who is a user already, or stands in the table twice, in whatever case, is left out', () => {
  expect(why('name,email\nA,BEN@studio.example\nB,b@b.example\nC,B@b.example')).toEqual([
    { kind: 'taken' },
    null,
    { kind: 'twice', line: 3 },
  ])
})

test('cells that fit no column, permissions that are none, and those that one lacks', () => {
  expect(why('name,email\nTanaka, Aiko,a@b.example\nA,a@c.example,,')).toEqual([{ kind: 'extra' }, null])
  expect(why('name,email,view\nA,a@b.example,yes')).toEqual([{ kind: 'flag', column: 'view', text: 'yes' }])
  const me = user(2, { user: true, view: true })
  expect(why('name,email,view,delivery\nA,a@b.example,1,0\nB,b@b.example,1,1', { me })).toEqual([
    null,
    { kind: 'lacking' },
  ])
})

test('nothing is read of a table that cannot be', () => {
  const tooMany = ['name,email', ...Array.from({ length: MOST_LINES + 1 }, (_, i) => `A,a${i}@b.example`)]
  expect(read('name,mail\nA,a@b.example')).toMatchObject({
    lines: [],
    fault: { kind: 'columns', missing: ['email'] },
  })
  expect(read('name,email\n"A,a@b.example').fault).toEqual({ kind: 'quotes' })
  expect(read(tooMany.join('\n')).fault).toEqual({ kind: 'tooMany', number: MOST_LINES + 1 })
  expect(read(tooMany.slice(1).join('\n')).fault).toEqual({ kind: 'columns', missing: ['name', 'email'] })
  expect(read(' \n')).toMatchObject({ lines: [], fault: null })
})

test('columns that nothing is read from are named, a second one of a name too', () => {
  const { unused, lines } = read('name,email,team,name\nA,a@b.example,x,B')
  expect(unused).toEqual(['team', 'name'])
  expect(lines[0]?.user.name).toBe('A')
})
