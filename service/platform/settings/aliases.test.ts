import { expect, test } from 'vitest'
import { aliasList, readAliases } from './aliases.ts'
import { parseCommandLine } from './command-line.ts'

const settings = (...argv: string[]) => parseCommandLine(argv, '1.2.3')

test('names are read in lower case, without a dot at their end; hls is media', () => {
  const aliases = readAliases(['API.Example.com.=live', 'cdn.example.com=hls'])
  expect(aliases).toEqual([
    { name: 'api.example.com', target: 'live' },
    { name: 'cdn.example.com', target: 'media' },
  ])
  expect(readAliases(aliasList(aliases).split(','))).toEqual(aliases)
})

test.each([
  ['api.example.com', /must be name=target/],
  ['api.example.com=rtmp', /targets are option, live, signaling, media, console$/],
  ['=live', /a host with a dot/],
  ['api=live', /a host with a dot/],
  ['127.0.0.1=live', /no address/],
  ['x.localhost=live', /no localhost/],
  ['*.example.com=live', /a host with a dot/],
  [`${'a'.repeat(64)}.com=live`, /a host with a dot/],
])('%s is refused', (text, reason) => {
  expect(() => readAliases([text])).toThrow(reason)
})

test('a name stands for one listener', () => {
  expect(() => readAliases(['a.example=live', 'A.example=option'])).toThrow(
    '--alias: a.example is given twice',
  )
})

const ALIAS = ['--alias', 'a.example=live']
test.each([
  [ALIAS, '--alias goes only with --emulator'],
  [['--emulator', '--alias-proxy-port', '1'], '--alias-proxy-port goes only with --alias'],
  [['--emulator', ...ALIAS, '--alias-proxy-port', 'x'], '--alias-proxy-port must be an integer'],
  [['--emulator', ...ALIAS, '--host', '0.0.0.0', '--tls-local'], '--alias is for this computer only'],
])('%s is refused', (argv, reason) => {
  expect(() => settings(...argv)).toThrow(reason)
})

test('several are taken, each with its option or all with one', () => {
  const parsed = settings('--emulator', ...ALIAS, '--alias', 'b.example=option', 'c.example=console')
  expect(parsed).toMatchObject({
    aliases: [{ name: 'a.example' }, { name: 'b.example' }, { name: 'c.example' }],
    aliasProxyPort: 0,
  })
})
