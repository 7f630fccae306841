import { resolve } from 'node:path'
import { Command, CommanderError, Option } from 'commander'
import type { z } from 'zod'
import type { PortMode } from '../../contract/host-protocol.ts'
import { PORT_MODES } from '../../contract/host-protocol.ts'
import { accessCodeSchema, anyPasswordSchema, emailSchema } from '../../contract/option-api.ts'
import { DEFAULT_QUOTAS } from '../../contract/quotas.ts'
import type { QuotaLimits } from '../../contract/quotas.ts'
import { issueWords } from '../../contract/refusal/carried.ts'
import { COMMAND_NAMES, COMMANDS, SERVICE_COMMANDS } from './command-list.ts'
import type { CredentialName } from './credentials.ts'
import { CREDENTIAL_NAMES, credentialFile, readCredentials } from './credentials.ts'
import { defaultDataDirectory, givenDataDirectory } from './data-directory.ts'
import { originOf, originOptions } from './origin.ts'
import type { OriginSettings, RawOrigin } from './origin.ts'
import type { PortName, Ports } from './ports.ts'
import { sfuOf, sfuOptions } from './sfu.ts'
import type { RawSfu, SfuSettings } from './sfu.ts'
import { DEFAULT_PORTS, PORT_NAMES, transportOf } from './ports.ts'
import { ALIAS_TARGETS, readAliases } from './aliases.ts'
import type { Alias } from './aliases.ts'
import { isLoopback, unbracketed } from './hosts.ts'
import { mediaAddressOf, mediaAddressOptions } from './media-address.ts'
import type { MediaAddressSettings, RawMediaAddress } from './media-address.ts'
import { protectionOf } from './protection.ts'
import type { Protection, ProtectionOptions } from './protection.ts'
import { UsageError, refuseMissingValues, usageErrorOf } from './usage-error.ts'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export type LogLevel = (typeof LOG_LEVELS)[number]

/** Everything that can be set from outside. */
export interface Settings extends MediaAddressSettings, OriginSettings, SfuSettings {
  readonly dataDir: string
  readonly portMode: PortMode
  readonly portOverrides: Readonly<Partial<Ports>>
  readonly host: string
  /** How what leaves this computer is protected. */
  readonly protection: Protection
  readonly readyFile: string | null
  readonly timeZone: string | null
  /** False: the console opens at once, without the questions of a new installation. */
  readonly firstRun: boolean
  readonly logLevel: LogLevel
  /** Share of this computer's cores, 0 to 1, from which it counts as overloaded; null: it never does. */
  readonly overloadAt: number | null
  /** Needed to read the metrics; null: they are read without one, on loopback only. Secret. */
  readonly metricsToken: string | null
  /** True: metrics name channels. */
  readonly metricsChannels: boolean
  /** Of an emulator or a sovereign cloud, without a slash at the end; null for the public service. */
  readonly azblobEndpoint: string | null
  readonly gsEndpoint: string | null
  /** Of each system but the first. */
  readonly quotas: QuotaLimits
  /** Folders, absolute, below which recordings may be written, besides those that an owner allows. */
  readonly recordingsDirs: readonly string[]
  /** True: the routes of the emulator answer. */
  readonly emulator: boolean
  /** What ids, tokens and other choices follow from; null: they are random. */
  readonly seed: number | null
  /** Made for this run by who started it, and removed with all that is in it when it ends; null for none. */
  readonly ownFolder: string | null
  /** File of faults that are armed from the start, absolute; null: none. */
  readonly faultsFile: string | null
  /** Host names elsewhere that the service answers for. */
  readonly aliases: readonly Alias[]
  /** Where programs are led that ask for one of them; 0: any free port. */
  readonly aliasProxyPort: number
  /** Used when the first system is made; null: the service makes one up. Secrets. */
  readonly email: string | null
  readonly password: string | null
  readonly accessCode: string | null
  readonly accessToken: string | null
  /**
   * Given where another state is about to take the place of the first one, which these are not for: they hold from
   * then on, and a password that is not given is the beginning of this text. Secret.
   */
  readonly takeOver: string | null
  /** What each of these came from, for errors: an option, a variable of the environment, or a file. */
  readonly givenBy: Readonly<Partial<Record<CredentialName, string>>>
}

/** The text that `--help` or `--version` asks for. */
export interface HelpText {
  readonly help: string
}

interface RawOptions extends Partial<Record<string, string>>, RawOrigin, RawSfu {
  dataDir?: string
  ports: string
  host: string
  logLevel: string
  overloadAt: string
}

const list = (rows: Readonly<Record<string, string>>) =>
  Object.entries(rows)
    .map(([name, text]) => `  ${name.padEnd(14)}${text}`)
    .join('\n')

const EXAMPLES = `
Examples:
  airdesk                                      start on the usual ports, or the next free ones
  airdesk --ports auto --ready-file ready.json let a program find out where everything listens
  airdesk --rtmp-port 1936                     RTMP elsewhere, the rest as usual

Commands, each with --help:
${list({ ...SERVICE_COMMANDS, ...COMMANDS })}

Exit codes: 0 ended by a signal, 1 failed, 2 wrong option or port taken, 3 already running on the data folder.`

/**
 * Reads the command line.
 * @param argv arguments without the program's own name
 * @throws UsageError
 */
export function parseCommandLine(argv: readonly string[], version: string): Settings | HelpText {
  let output = ''
  const command = describeOptions(version)
    .exitOverride()
    .configureOutput({ writeOut: (text) => void (output += text), writeErr: () => undefined })
  refuseMissingValues(command, argv)
  try {
    command.parse(argv, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    // Help was asked for, which goes first there, but maybe of a command that there is not.
    const [word = '-'] = command.args
    if (error.exitCode === 0 && word.startsWith('-')) return { help: output }
    if (error.exitCode === 0 || error.code === 'commander.excessArguments') {
      throw new UsageError(
        `the only commands are ${[...Object.keys(SERVICE_COMMANDS), ...COMMAND_NAMES].join(', ')}`,
      )
    }
    throw usageErrorOf(error)
  }
  const settings = toSettings(command.opts<RawOptions>(), (option) => givenAs(command, option))
  return {
    ...settings,
    protection: protectionOf({ ...command.opts<Omit<ProtectionOptions, 'host'>>(), host: settings.host }),
    firstRun: command.getOptionValue('firstRun') !== false,
    metricsChannels: command.getOptionValue('metricsChannels') === true,
    ...emulatorOf(command.getOptionValue('emulator') === true, {
      seed: command.getOptionValue('seed') as string | undefined,
      faults: command.getOptionValue('faults') as string | undefined,
    }),
    ...aliasesOf(command.opts<AliasOptions>()),
    ...mediaAddressOf(command.opts<RawMediaAddress>()),
    recordingsDirs: foldersOf(command.getOptionValue('recordingsDir') as string[] | undefined),
    quotas: quotasOf(command.getOptionValue('systemQuota') as string[] | undefined),
  }
}

/** What the service takes, as the help, the manual and the completion of shells tell it. */
export function describeOptions(version: string): Command {
  const command = new Command('airdesk')
    .description(
      'A local live-streaming service with its control room: RTMP in, HLS out, two APIs, a console.',
    )
    .version(version)
    .option(
      '--data-dir <folder>',
      'where everything is kept; one running instance per folder',
      defaultDataDirectory(),
    )
    .addOption(
      new Option(
        '--ports <mode>',
        'auto: any free ports, those of the last start on the data folder where they are free; default: the usual ones or fail; next: the usual ones or the next free ones',
      ).default('next'),
    )
    .option(
      '--host <address>',
      'address to listen on; others than loopback open the service to the network, and need one of the next options',
      '127.0.0.1',
    )
    .option(
      '--tls-cert <file>',
      'PEM file with the certificate for the network, and its chain; read again when it changes',
    )
    .option('--tls-key <file>', 'PEM file with the key of that certificate')
    .option('--tls-local', 'for the network, a certificate of the local authority')
    .option('--allow-plain-http-on-the-network', 'no TLS for consoles and APIs on the network')
    .option(
      '--ready-file <file>',
      'JSON file with all addresses and credentials, written when everything listens',
    )
    .option('--email <address>', 'e-mail of a master user; made if it does not exist')
    .addOption(
      secret('password', 'password of that user, 1 to 7 characters, or by the rule of the first system'),
    )
    .addOption(secret('access-code', 'access code of the first system'))
    .addOption(secret('access-token', 'a bearer token of the live API'))
    .addOption(
      new Option(
        '--credentials-dir <folder>',
        `folder of files with what the options above do not give: ${CREDENTIAL_NAMES.map(credentialFile).join(', ')}`,
      ).env('CREDENTIALS_DIRECTORY'),
    )
    .option('--time-zone <zone>', 'IANA zone of the first system, for example Asia/Tokyo (first start only)')
    .addOption(
      new Option('--no-first-run', 'open the console without the questions of a new installation').env(
        'AIRDESK_NO_FIRST_RUN',
      ),
    )
    .option('--azblob-endpoint <url>', 'Azure Blob Storage elsewhere: of an emulator or a sovereign cloud')
    .option('--gs-endpoint <url>', 'Google Cloud Storage elsewhere: of an emulator or a sovereign cloud')
    .option(
      '--recordings-dir <folder...>',
      'folder that file:// destinations may be below, besides those allowed in the settings; may be repeated',
    )
    .option(
      '--system-quota <name=number...>',
      `what each system but the first may have; ${Object.entries(DEFAULT_QUOTAS)
        .map(([name, limit]) => `${name}=${limit}`)
        .join(' ')} where it is left out; calls: of one token or user in a minute`,
    )
    .option(
      '--overload-at <percent>',
      'load of all cores from which this computer is told to be too busy, and encoders are not blamed; 0: never',
      '85',
    )
    .addOption(
      new Option(
        '--metrics-token <text>',
        'bearer token of GET /metrics at the address of the console; without one that is open where only loopback is listened on, and off elsewhere',
      ).env('AIRDESK_METRICS_TOKEN'),
    )
    .option('--metrics-channels', 'metrics tell the names of channels too')
    .option(
      '--emulator',
      'for tests of other apps: time can be moved and faults can be caused; never for real broadcasts',
    )
    .option('--seed <number>', 'with --emulator: ids, tokens and chance are the same at each run')
    .addOption(new Option('--take-over <text>').env('AIRDESK_TAKE_OVER').hideHelp())
    .addOption(new Option('--own-folder <folder>', 'removed when the service ends').hideHelp())
    .option('--faults <file>', 'with --emulator: JSON file of faults that are armed from the start')
    .option(
      '--alias <name=target...>',
      `with --emulator: a host name, as api.example.com=live, that is answered for to programs of this computer that are led here; targets: ${ALIAS_TARGETS.join(', ')}; may be repeated`,
    )
    .option('--alias-proxy-port <number>', 'with --alias: where they are led; any free one otherwise')
    .option('--log-level <level>', `what goes to stderr: ${LOG_LEVELS.join(', ')}`, 'warn')
  for (const option of [...mediaAddressOptions(), ...originOptions(), ...sfuOptions()])
    command.addOption(option)
  for (const name of PORT_NAMES) {
    const usual = `${transportOf(name) === 'udp' ? 'UDP, ' : ''}usually ${DEFAULT_PORTS[name]}`
    command.option(`--${name}-port <number>`, `${usual}; 0: any free one`)
  }
  return command.addHelpText('after', EXAMPLES)
}

function secret(name: string, description: string): Option {
  const variable = `AIRDESK_${name.replace('-', '_').toUpperCase()}`
  return new Option(`--${name} <text>`, `${description}; set at every start`).env(variable)
}

/** An option as whoever gave it knows it: by its name, or by the variable that it came from. */
function givenAs(command: Command, flag: string): string {
  const option = command.options.find(({ long }) => long === flag)
  const isVariable = option && command.getOptionValueSource(option.attributeName()) === 'env'
  return (isVariable && option.envVar) || flag
}

function toSettings(
  raw: RawOptions,
  named: (option: string) => string,
): Omit<
  Settings,
  | 'firstRun'
  | 'mediaAnnounce'
  | 'mediaHost'
  | 'metricsChannels'
  | 'emulator'
  | 'seed'
  | 'faultsFile'
  | AliasSetting
  | 'protection'
  | 'recordingsDirs'
  | 'quotas'
> {
  if (raw.readyFile === '') throw new UsageError('--ready-file must not be empty')
  if (raw.host === '') throw new UsageError('--host must not be empty')
  const fromFiles = filesOf(named('--credentials-dir'), raw.credentialsDir)
  const givenBy: Partial<Record<CredentialName, string>> = {}
  const credential = <T>(
    name: CredentialName,
    given: string | undefined,
    check: (source: string, value: string | undefined) => T,
  ) => {
    const source = given === undefined ? credentialFile(name) : named(`--${name}`)
    const value = given ?? fromFiles[name]
    if (value !== undefined) givenBy[name] = source
    return check(source, value)
  }
  return {
    dataDir: givenDataDirectory(raw.dataDir),
    portMode: oneOf('--ports', raw.ports, PORT_MODES),
    portOverrides: readPorts(raw),
    host: unbracketed(raw.host),
    readyFile: raw.readyFile === undefined ? null : resolve(raw.readyFile),
    ownFolder: raw.ownFolder === undefined ? null : resolve(raw.ownFolder),
    timeZone: checkTimeZone(raw.timeZone),
    logLevel: oneOf('--log-level', raw.logLevel, LOG_LEVELS),
    overloadAt: checkOverloadAt(raw.overloadAt),
    ...originOf(raw),
    ...sfuOf(raw),
    metricsToken: checkToken(named('--metrics-token'), raw.metricsToken),
    azblobEndpoint: checkEndpoint('--azblob-endpoint', raw.azblobEndpoint),
    gsEndpoint: checkEndpoint('--gs-endpoint', raw.gsEndpoint),
    email: credential('email', raw.email, by(emailSchema)),
    // The rule is that of the first system, which is not known here.
    password: credential('password', raw.password, by(anyPasswordSchema)),
    accessCode: credential('access-code', raw.accessCode, by(accessCodeSchema)),
    accessToken: credential('access-token', raw.accessToken, checkToken),
    takeOver: raw.takeOver ?? null,
    givenBy,
  }
}

function foldersOf(given: readonly string[] = []): string[] {
  if (given.includes('')) throw new UsageError('--recordings-dir must not be empty')
  return given.map((folder) => resolve(folder))
}

function emulatorOf(
  emulator: boolean,
  given: { readonly seed: string | undefined; readonly faults: string | undefined },
): Pick<Settings, 'emulator' | 'seed' | 'faultsFile'> {
  const { seed, faults } = given
  for (const name of ['seed', 'faults'] as const) {
    if (given[name] !== undefined && !emulator) throw new UsageError(`--${name} goes only with --emulator`)
  }
  if (faults === '') throw new UsageError('--faults must not be empty')
  return { emulator, seed: seedOf(seed), faultsFile: faults === undefined ? null : resolve(faults) }
}

/** @throws UsageError */
function seedOf(seed: string | undefined): number | null {
  if (seed === undefined) return null
  if (!/^\d{1,9}$/.test(seed)) throw new UsageError('--seed must be an integer from 0 to 999999999')
  return Number(seed)
}

interface AliasOptions {
  readonly emulator?: boolean
  readonly host: string
  readonly alias?: readonly string[]
  readonly aliasProxyPort?: string
}
type AliasSetting = 'aliases' | 'aliasProxyPort'

function aliasesOf({
  emulator,
  host,
  alias,
  aliasProxyPort: port,
}: AliasOptions): Pick<Settings, AliasSetting> {
  const aliases = readAliases(alias)
  if (port !== undefined && aliases.length === 0)
    throw new UsageError('--alias-proxy-port goes only with --alias')
  if (aliases.length === 0) return { aliases, aliasProxyPort: 0 }
  if (!emulator) throw new UsageError('--alias goes only with --emulator')
  if (!isLoopback(host)) throw new UsageError('--alias is for this computer only: leave --host out')
  if (port !== undefined && !(/^\d{1,5}$/.test(port) && Number(port) <= 65_535))
    throw new UsageError('--alias-proxy-port must be an integer from 0 to 65535')
  return { aliases, aliasProxyPort: Number(port ?? 0) }
}

function quotasOf(given: readonly string[] = []): QuotaLimits {
  const known = Object.keys(DEFAULT_QUOTAS)
  const limits = given.map((text) => {
    const [name = '', limit = ''] = text.split('=')
    if (!known.includes(name) || text.split('=').length !== 2 || !/^[1-9]\d{0,8}$/.test(limit))
      throw new UsageError(`--system-quota must be name=number; names are ${known.join(', ')}`)
    return [name, Number(limit)] as const
  })
  return { ...DEFAULT_QUOTAS, ...Object.fromEntries(limits) }
}

function oneOf<T extends string>(option: string, value: string, allowed: readonly T[]): T {
  const found = allowed.find((item) => item === value)
  if (!found) throw new UsageError(`${option} must be one of ${allowed.join(', ')}`)
  return found
}

/** What is given in files. */
function filesOf(named: string, folder: string | undefined): ReturnType<typeof readCredentials> {
  if (folder === undefined) return {}
  try {
    return readCredentials(folder)
  } catch (error) {
    throw new UsageError(`${named}: ${(error as Error).message}`)
  }
}

function by(schema: z.ZodType<string>) {
  return (source: string, value: string | undefined): string | null => {
    if (value === undefined) return null
    const result = schema.safeParse(value)
    if (!result.success)
      throw new UsageError(`${source} ${result.error.issues.map(issueWords)[0] ?? 'is wrong'}`)
    return result.data
  }
}

function checkEndpoint(option: string, value: string | undefined): string | null {
  if (value === undefined) return null
  const url = URL.parse(value)
  if (!url || !/^https?:$/.test(url.protocol) || url.username !== '' || /[?#\s]/.test(value)) {
    throw new UsageError(`${option} must be an http or https URL without user name, query and fragment`)
  }
  return value.replace(/\/+$/, '')
}

function checkOverloadAt(value: string): number | null {
  const percent = /^\d{1,3}$/.test(value) ? Number(value) : Infinity
  if (percent > 100) throw new UsageError('--overload-at must be an integer from 0 to 100')
  return percent === 0 ? null : percent / 100
}

/** It travels in an Authorization header (RFC 6750 2.1: b64token). */
function checkToken(source: string, value: string | undefined): string | null {
  if (value === undefined) return null
  if (!/^[A-Za-z0-9._~+/-]{1,256}={0,2}$/.test(value)) {
    throw new UsageError(
      `${source} must have 1 to 256 characters of A-Z a-z 0-9 . _ ~ + / - (then = at most twice)`,
    )
  }
  return value
}

function checkTimeZone(value: string | undefined): string | null {
  if (value === undefined) return null
  try {
    return new Intl.DateTimeFormat('en', { timeZone: value }).resolvedOptions().timeZone
  } catch {
    throw new UsageError('--time-zone must be an IANA time zone, for example Asia/Tokyo')
  }
}

function readPorts(raw: RawOptions): Partial<Ports> {
  const ports: Partial<Ports> = {}
  const owners = new Map<number, PortName>()
  for (const name of PORT_NAMES) {
    const text = raw[`${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())}Port`]
    if (text === undefined) continue
    const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
    if (!(port <= 65_535)) throw new UsageError(`--${name}-port must be an integer from 0 to 65535`)
    const owner = owners.get(port)
    if (owner && port !== 0) throw new UsageError(`--${owner}-port and --${name}-port must differ`)
    owners.set(port, name)
    ports[name] = port
  }
  return ports
}
