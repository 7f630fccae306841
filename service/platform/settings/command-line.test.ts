import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Settings } from './command-line.ts'
import { DEFAULT_QUOTAS } from '../../contract/quotas.ts'
import { COMMANDS } from './command-list.ts'
import { parseCommandLine } from './command-line.ts'
import { UsageError } from './usage-error.ts'

function settings(...argv: string[]): Settings {
  const parsed = parseCommandLine(argv, '1.2.3')
  if ('help' in parsed) throw new Error('asked for help')
  return parsed
}

describe('the command line', () => {
  test('works without any option', () => {
    expect(settings()).toMatchObject({
      portMode: 'next',
      portOverrides: {},
      host: '127.0.0.1',
      mediaHost: null,
      readyFile: null,
      logLevel: 'warn',
      email: null,
      accessToken: null,
    })
    expect(settings().dataDir).toMatch(/airdesk$/i)
  })

  test('the questions of a new installation can be left out, by option or environment', () => {
    expect(settings().firstRun).toBe(true)
    expect(settings('--no-first-run').firstRun).toBe(false)
    process.env['AIRDESK_NO_FIRST_RUN'] = '1'
    try {
      expect(settings().firstRun).toBe(false)
    } finally {
      delete process.env['AIRDESK_NO_FIRST_RUN']
    }
  })

  test('takes every option', () => {
    const argv = [
      '--data-dir',
      'data',
      '--ports',
      'auto',
      '--ready-file',
      'r.json',
      '--host',
      '::1',
      '--log-level',
      'info',
    ]
    const first = [
      '--email',
      'a@example.test',
      '--password',
      'secret7',
      '--access-code',
      'code',
      '--access-token',
      'tok==',
      '--media-host',
      '192.0.2.7',
      ...['--media-announce', '203.0.113.9', '[2001:db8::9]', '--media-announce=203.0.113.9'],
      '--azblob-endpoint',
      'http://127.0.0.1:10000/',
      '--gs-endpoint',
      'https://storage.example.test',
      ...['--recordings-dir', 'a', '--recordings-dir=/srv/b'],
      ...['--system-quota', 'channels=5', 'calls=60'],
    ]
    const ports = [
      '--rtmp-port',
      '1936',
      '--media-http-port=0',
      '--media-port',
      '9443',
      '--option-port',
      '65535',
    ]
    expect(settings(...argv, ...first, ...ports, '--time-zone', 'asia/tokyo')).toEqual({
      dataDir: resolve('data'),
      portMode: 'auto',
      portOverrides: { rtmp: 1936, 'media-http': 0, media: 9443, option: 65_535 },
      host: '::1',
      protection: { kind: 'loopback' },
      mediaHost: '192.0.2.7',
      mediaAnnounce: ['203.0.113.9', '2001:db8::9'],
      readyFile: join(process.cwd(), 'r.json'),
      timeZone: 'Asia/Tokyo',
      firstRun: true,
      logLevel: 'info',
      overloadAt: 0.85,
      originProcesses: null,
      originMemoryBytes: 16 * 1024 * 1024,
      sfuProcesses: null,
      metricsToken: null,
      metricsChannels: false,
      azblobEndpoint: 'http://127.0.0.1:10000',
      gsEndpoint: 'https://storage.example.test',
      recordingsDirs: [resolve('a'), '/srv/b'],
      quotas: { ...DEFAULT_QUOTAS, channels: 5, calls: 60 },
      ...{
        emulator: false,
        seed: null,
        faultsFile: null,
        aliases: [],
        aliasProxyPort: 0,
        ownFolder: null,
        takeOver: null,
      },
      email: 'a@example.test',
      password: 'secret7',
      accessCode: 'code',
      accessToken: 'tok==',
      givenBy: {
        ...{ email: '--email', password: '--password' },
        ...{ 'access-code': '--access-code', 'access-token': '--access-token' },
      },
    })
  })

  test('knows quotas by their names, and nothing but numbers', () => {
    expect(settings()).toMatchObject({ quotas: DEFAULT_QUOTAS })
    for (const wrong of ['channel=5', 'channels', 'channels=0', 'channels=-1', 'users=1e3', 'users=5=6x'])
      expect(() => settings('--system-quota', wrong), wrong).toThrow(/--system-quota must be name=number/)
  })

  test('tells metrics to whom it is told to', () => {
    expect(settings('--metrics-token', 'scrape.me==', '--metrics-channels')).toMatchObject({
      ...{ metricsToken: 'scrape.me==', metricsChannels: true },
    })
    process.env['AIRDESK_METRICS_TOKEN'] = 'from-env'
    try {
      expect(settings()).toMatchObject({ metricsToken: 'from-env', metricsChannels: false })
    } finally {
      delete process.env['AIRDESK_METRICS_TOKEN']
    }
  })

  test('lets the network in as it is told to', () => {
    const protectionOf = (...argv: string[]) => settings('--host', '192.0.2.7', ...argv).protection
    expect(protectionOf('--tls-local')).toEqual({ kind: 'local' })
    expect(protectionOf('--allow-plain-http-on-the-network')).toEqual({ kind: 'plain' })
    expect(protectionOf('--tls-cert', 'c.pem', '--tls-key', 'k.pem')).toEqual({
      ...{ kind: 'files', certFile: resolve('c.pem'), keyFile: resolve('k.pem') },
    })
  })

  test('sees a computer as too busy where it is told to', () => {
    expect(settings('--overload-at', '95').overloadAt).toBe(0.95)
    expect(settings('--overload-at=0').overloadAt).toBeNull()
  })

  test('has as many processes for viewers, with as much memory, as it is told to', () => {
    const { originProcesses, originMemoryBytes } = settings('--origin-processes', '3', '--origin-memory=100')
    expect([originProcesses, originMemoryBytes]).toEqual([3, 100 * 1024 * 1024])
  })

  test('has as many processes for WebRTC media as it is told to', () => {
    expect(settings('--sfu-processes', '3').sfuProcesses).toBe(3)
  })

  test.each([
    [['--sfu-processes', '17'], '--sfu-processes must be an integer from 1 to 16'],
    [['--origin-processes', '0'], '--origin-processes must be an integer from 1 to 16'],
    [['--origin-memory', '7'], '--origin-memory must be an integer from 8 to 4096'],
    [['--ports', 'some'], '--ports must be one of auto, default, next'],
    [['--option-port', '70000'], '--option-port must be an integer from 0 to 65535'],
    [['--option-port', '-1'], '--option-port must be an integer from 0 to 65535'],
    [['--media-http-port', '80a'], '--media-http-port must be an integer from 0 to 65535'],
    [['--live-port', '9000', '--option-port', '9000'], '--option-port and --live-port must differ'],
    [['--overload-at', '101'], '--overload-at must be an integer from 0 to 100'],
    [['--overload-at', '8.5'], '--overload-at must be an integer from 0 to 100'],
    [['--email', 'nobody'], '--email must be an e-mail address'],
    [['--password', 'x'.repeat(129)], '--password must have at most 128 characters'],
    [['--password', ''], '--password must not be empty'],
    [['--access-code', ''], '--access-code must have 1 to 128 characters'],
    [['--metrics-token', 'has space'], '--metrics-token must have 1 to 256 characters'],
    [['--access-token', 'has space'], '--access-token must have 1 to 256 characters'],
    [['--time-zone', 'Mars/Base'], '--time-zone must be an IANA time zone'],
    [['--log-level', 'loud'], '--log-level must be one of trace, debug'],
    [['--data-dir', ''], '--data-dir must not be empty'],
    [['--ready-file', ''], '--ready-file must not be empty'],
    [['--gs-endpoint', 'ftp://a'], '--gs-endpoint must be an http or https URL'],
    [['--azblob-endpoint', 'http://u@a'], '--azblob-endpoint must be an http or https URL'],
    [['--host', ''], '--host must not be empty'],
    [['--host', '0.0.0.0'], '--host lets other computers in, which needs one of: --tls-cert and --tls-key'],
    [['--host', '127.example.test'], '--host lets other computers in'],
    [['--host', '0.0.0.0', '--tls-cert', 'a'], '--tls-cert and --tls-key must be given together'],
    [['--host', '0.0.0.0', '--tls-cert', '', '--tls-key', 'b'], '--tls-cert must not be empty'],
    [['--host', '0.0.0.0', '--tls-local', '--allow-plain-http-on-the-network'], 'only one can be given'],
    [['--tls-local'], 'are for a --host that other computers reach'],
    [['--media-host', 'studio.test'], '--media-host must be an IPv4 or IPv6 address of this computer'],
    [['--media-host', ''], '--media-host must be an IPv4 or IPv6 address of this computer'],
    [['--media-announce', 'studio.test'], '--media-announce must be an IPv4 or IPv6 address that clients'],
    [['--media-announce', '0.0.0.0'], '--media-announce must be an IPv4 or IPv6 address that clients'],
    [['--media-announce', 'fe80::1%eth0'], '--media-announce must be an IPv4 or IPv6 address that clients'],
    [['--media-announce'], "option '--media-announce <address...>' argument missing"],
    [
      ['--media-announce', ...Array.from({ length: 9 }, (_, n) => `192.0.2.${n}`)],
      '--media-announce can be given 8 times at most',
    ],
    [['--prots', 'auto'], "unknown option '--prots'\n(Did you mean --ports?)"],
    [['--data-dir'], "option '--data-dir <folder>' argument missing"],
    [['--data-dir', '--emulator'], "option '--data-dir <folder>' argument missing; one that begins with --"],
    [['--ready-file', '--ports', 'auto'], "option '--ready-file <file>' argument missing"],
    [['--recordings-dir', '--emulator'], "option '--recordings-dir <folder...>' argument missing"],
    [['extra'], 'the only commands are serve, window, export, import, snapshot, reset, seed'],
    [['extra', '--help'], 'the only commands are serve, window, export, import, snapshot, reset, seed'],
    [['--data-dir', 'x', 'extra', '-h'], 'the only commands are serve'],
  ])('refuses %j: %s', (argv, message) => {
    expect(() => settings(...argv)).toThrow(UsageError)
    expect(() => settings(...argv)).toThrow(message)
  })

  test.each(['--password', '--access-token', '--access-code'])('never repeats a wrong %s', (option) => {
    let message = ''
    try {
      settings(option, `hush hush ${'x'.repeat(300)}`)
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain(option)
    expect(message).not.toContain('hush')
  })

  test('leaves the rule of a password to the system, which may ask for more than 7 characters', () => {
    expect(settings('--password', 'eightlen').password).toBe('eightlen')
  })

  test('takes a value that begins with -- behind =', () => {
    expect(settings('--password=--x', '--emulator')).toMatchObject({ password: '--x', emulator: true })
  })

  test.each(["--acces-token=hush'", '--emulator=hush', '-p=hush\nhush'])(
    'never repeats what %j gives',
    (word) => {
      const option = word.replace(/=.*/s, '')
      expect(() => settings(word)).toThrow(new UsageError(`unknown option '${option}'`))
    },
  )

  test('explains itself', () => {
    const help = parseCommandLine(['--help'], '1.2.3')
    expect(help).toMatchObject({ help: expect.stringContaining('--signaling-port') as string })
    expect(help).toMatchObject({
      help: expect.stringMatching(/--sfu-port <number> +UDP, usually 8445;/) as string,
    })
    for (const [name, text] of Object.entries(COMMANDS)) {
      expect(help).toMatchObject({ help: expect.stringMatching(`${name} +${text}`) as string })
    }
    expect(parseCommandLine(['--version'], '1.2.3')).toEqual({ help: '1.2.3\n' })
  })
})
