import { expect, test } from 'vitest'
import { parseExec } from './options.ts'

const parse = (...argv: string[]) => {
  const options = parseExec('exec', argv)
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

test.each(['--ready-file', '--own-folder'])('refuses %s, which would count for nothing', (flag) => {
  for (const given of [[flag, 'f'], [`${flag}=f`]])
    expect(() => parse(...given, '--', 'true')).toThrow(`${flag} is not for exec: `)
  expect(parse('--', 'true', flag, 'f').command).toEqual(['true', flag, 'f'])
})

test('takes several names', () => {
  const { env } = parse('--env', 'A=live_base_url', '--env', 'B_2=email', '--', 'true')
  expect(env).toEqual({ A: 'live_base_url', B_2: 'email' })
})

test.each(['A', '=a', 'A=', '2A=a', 'A=a b'])('refuses --env %s', (value) => {
  expect(() => parse('--env', value, '--', 'true')).toThrow('--env must be NAME=member')
})

test('tells the form of coverage by the ending, and takes several of each', () => {
  const { coverage, failUnder } = parse(
    ...['--coverage', '/a/seen.html', '--fail-under', '75', '--coverage', '/seen.json'],
    ...['--fail-under', 'webhooks=100', '--coverage', '/junit.xml', '--', 'true'],
  )
  expect(coverage).toEqual([
    { format: 'html', file: '/a/seen.html' },
    { format: 'json', file: '/seen.json' },
    { format: 'junit', file: '/junit.xml' },
  ])
  expect(failUnder).toEqual(['75', 'webhooks=100'])
})

test.each(['seen', 'seen.txt', '.html', ''])('refuses --coverage %j', (file) => {
  expect(() => parse('--coverage', file, '--', 'true')).toThrow(
    '--coverage must be a file that ends in .html, .json, or .xml for JUnit',
  )
})

test('record has its file before the options, and all of those of exec', () => {
  const options = parseExec('record', ['/session.jsonl', '--seed', '7', '--metrics-channels', '--', 'true'])
  expect(options).toMatchObject({ record: '/session.jsonl', seed: '7', service: ['--metrics-channels'] })
  expect(() => parseExec('record', ['--', 'true'])).toThrow('the file is missing')
  expect(() => parseExec('record', ['/a', '/b', '--', 'true'])).toThrow('come after --')
})

test('has a help, also before a command', () => {
  expect(parseExec('exec', ['--help', '--', 'true'])).toEqual({
    help: expect.stringContaining('airdesk exec'),
  })
})

test('refuses a state that is not there before anything is started', () => {
  expect(() => parse('--import', '/no/such.airdesk', '--', 'true')).toThrow(
    '--import /no/such.airdesk: there is no such file',
  )
})
