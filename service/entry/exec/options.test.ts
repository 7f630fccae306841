import { expect, test } from 'vitest'
import { parseExec } from './options.ts'

const parse = (...argv: string[]) => {
  const options = parseExec(argv)
  if ('help' in options) throw new Error('it is a help')
  return options
}

test('what follows the first -- is the command, whatever it looks like', () => {
  const { command, seed, service } = parse('--', 'npm', 'test', '--', '--seed', '7')
  expect(command).toEqual(['npm', 'test', '--', '--seed', '7'])
  expect({ seed, service }).toEqual({ seed: undefined, service: [] })
})

test('hands options of the service on, with their values, in their order', () => {
  const { service, seed } = parse(
    ...['--time-zone', 'Asia/Tokyo', '--seed', '7', '--recordings-dir', '/a', '/b', '--metrics-channels'],
    ...['--', 'true'],
  )
  expect(service).toEqual(['--time-zone', 'Asia/Tokyo', '--recordings-dir', '/a', '/b', '--metrics-channels'])
  expect(seed).toBe('7')
})

test('takes several names', () => {
  const { env } = parse('--env', 'A=live_base_url', '--env', 'B_2=email', '--', 'true')
  expect(env).toEqual({ A: 'live_base_url', B_2: 'email' })
})

test.each(['A', '=a', 'A=', '2A=a', 'A=a b'])('refuses --env %s', (value) => {
  expect(() => parse('--env', value, '--', 'true')).toThrow('--env must be NAME=member')
})

test('has a help, also before a command', () => {
  expect(parseExec(['--help', '--', 'true'])).toEqual({ help: expect.stringContaining('airdesk exec') })
})
