import { expect, test } from 'vitest'
import { bindOrAny } from './bind-or-any.ts'

/** A machine on which port 7 is taken and 9 is what any free one gives. */
function machine() {
  const asked: number[] = []
  const bind = (port: number) => {
    asked.push(port)
    return port === 7
      ? Promise.reject(Object.assign(new Error('in use'), { code: 'EADDRINUSE' }))
      : Promise.resolve(port || 9)
  }
  return { asked, bind }
}

test.each([
  { port: 8, orAny: true, asked: [8], has: 8 },
  { port: 0, orAny: true, asked: [0], has: 9 },
  { port: 7, orAny: true, asked: [7, 0], has: 9 },
])('port $port: asks for $asked and has $has', async ({ port, orAny, asked, has }) => {
  const here = machine()
  expect(await bindOrAny(here.bind, port, orAny)).toBe(has)
  expect(here.asked).toEqual(asked)
})

test('a port that was asked for by its number is not exchanged, and no other error is one of ports', async () => {
  const here = machine()
  await expect(bindOrAny(here.bind, 7, false)).rejects.toThrow('in use')
  expect(here.asked).toEqual([7])
  const broken = () => Promise.reject(new Error('the process is gone'))
  await expect(bindOrAny(broken, 8, true)).rejects.toThrow('the process is gone')
})
