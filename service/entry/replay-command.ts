import { readFileSync } from 'node:fs'
import { readRecord } from '../contract/record/record.ts'
import type { ReadRecord } from '../contract/record/record.ts'
import { dataDirOf } from '../kit/running-service.ts'
import { replay } from '../kit/replay/replay.ts'
import type { ReplayReport, ReplayTarget } from '../kit/replay/replay.ts'
import { reportText } from '../kit/replay/report.ts'
import { isLoopback } from '../platform/settings/hosts.ts'
import type { ReadyInfo } from '../platform/settings/ready-file.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import { endLike } from './exec/command-process.ts'
import { startOwnService } from './exec/own-service.ts'
import { systemsOn } from './replay-systems.ts'
import { runsOn } from './runs-on.ts'
import { hearWishes } from './exec/wishes.ts'
import type { Layout } from './layout.ts'

/** As given; without any address a service of its own is asked. */
export interface ReplayOptions {
  readonly file: string
  readonly readyFile?: string
  readonly baseUrl?: string
  readonly optionBaseUrl?: string
  readonly liveBaseUrl?: string
  readonly signalingUrl?: string
  readonly token?: string
  readonly email?: string
  readonly password?: string
  readonly accessCode?: string
  readonly json?: true
}

/**
 * Sends what was recorded again and prints what is different.
 * @returns 0 where something was compared and nothing is, 1 otherwise
 * @throws UsageError for a file that cannot be read
 */
export async function runReplay(options: ReplayOptions, layout: Layout): Promise<number> {
  const recorded = recordIn(options.file)
  const report = await reportOf(recorded, options, layout)
  process.stdout.write(`${options.json ? JSON.stringify(report, null, 2) : reportText(report)}\n`)
  // What compares nothing would be green whatever the service does.
  return report.differences.length === 0 && report.compared > 0 ? 0 : 1
}

async function reportOf(recorded: ReadRecord, options: ReplayOptions, layout: Layout): Promise<ReplayReport> {
  const { readyFile, baseUrl, optionBaseUrl, liveBaseUrl, signalingUrl } = options
  if (readyFile !== undefined) {
    return replay(recorded, targetOf(readyInfoIn(readyFile)))
  }
  if ([baseUrl, optionBaseUrl, liveBaseUrl, signalingUrl].some((url) => url !== undefined)) {
    return replay(recorded, elsewhere(options))
  }
  return replayHere(recorded, layout)
}

/** Asks a service of its own. A signal ends it and this process. */
async function replayHere(recorded: ReadRecord, { main }: Layout): Promise<ReplayReport> {
  const wishes = hearWishes()
  const seed = recorded.head.seed?.toString()
  const own = await startOwnService({ program: main, seed }, wishes)
  const asked = new Promise<null>((settle) => {
    wishes.first.addEventListener('abort', () => settle(null))
  })
  try {
    const report = own && (await Promise.race([replay(recorded, targetOf(own.info)), asked]))
    if (report) return report
  } finally {
    await own?.stop()
  }
  return endLike({ signal: wishes.signal ?? 'SIGTERM' })
}

function targetOf({
  email,
  password,
  access_code,
  access_token,
  ca_cert_file,
  ...addresses
}: ReadyInfo): ReplayTarget {
  const dataDir = dataDirOf({ ca_cert_file })
  return {
    addresses,
    credentials: given({ email, password, access_code, access_token }),
    ca: textIn('ca_cert_file of --ready-file', ca_cert_file),
    systems: runsOn(dataDir) ? systemsOn(dataDir) : null,
    local: true,
  }
}

function elsewhere(options: ReplayOptions): ReplayTarget {
  const { baseUrl, token, email, password, accessCode } = options
  const option = addressOf('--option-base-url', options.optionBaseUrl ?? baseUrl)
  const live = addressOf('--live-base-url', options.liveBaseUrl ?? baseUrl)
  const signaling = addressOf('--signaling-url', options.signalingUrl)
  return {
    addresses: given({ option_base_url: option, live_base_url: live, signaling_url: signaling }),
    credentials: given({ email, password, access_code: accessCode, access_token: token }),
    systems: null,
    local: [option, live].every((url) => url === undefined || isLoopback(new URL(url).hostname)),
  }
}

function addressOf(option: string, value: string | undefined): string | undefined {
  if (value !== undefined && !/^(https?|wss?):$/.test(URL.parse(value)?.protocol ?? '')) {
    throw new UsageError(`${option} must be an address that begins with http, https, ws or wss`)
  }
  return value?.replace(/\/+$/, '')
}

/** @throws UsageError where the file is another than a service writes */
function readyInfoIn(file: string): ReadyInfo {
  const text = textIn('--ready-file', file)
  try {
    const info = JSON.parse(text) as ReadyInfo
    if (
      [info.option_base_url, info.live_base_url].every((url) => URL.canParse(url)) &&
      typeof info.ca_cert_file === 'string'
    )
      return info
  } catch {
    // It is told below.
  }
  throw new UsageError(`--ready-file ${file}: it is no ready file of a service`)
}

function recordIn(file: string): ReadRecord {
  const text = textIn('the recording', file)
  try {
    return readRecord(text)
  } catch (error) {
    throw new UsageError(`${file}: ${(error as Error).message}`)
  }
}

function textIn(what: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new UsageError(`${what} cannot be read: ${(error as Error).message}`)
  }
}

/** Those that there are. */
const given = <Name extends string>(
  values: Readonly<Record<Name, string | null | undefined>>,
): Partial<Record<Name, string>> =>
  Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Record<Name, string>>
