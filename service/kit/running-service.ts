import { readFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import type { ReadyInfo } from '../platform/settings/ready-file.ts'
import { readyVariable } from '../platform/settings/ready-variable.ts'

/** A service that runs already, and where it keeps everything. */
export interface RunningService {
  readonly info: ReadyInfo
  readonly dataDir: string
}

/** What the ready file of a service has, whichever it is, and a program needs. */
const MEMBERS = [
  ...['option_base_url', 'live_base_url', 'console_url', 'console_page_url', 'signaling_url'],
  ...['media_base_url', 'rtmp_base_url', 'webrtc_udp_ports', 'ca_cert_file'],
  ...['email', 'password', 'access_code', 'access_token'],
] as const

type Values = Readonly<Record<string, string | null | undefined>>

/**
 * Finds the service by its ready file, or by what `airdesk exec` puts into the environment.
 * @throws Error naming the file, and the member or variable that is missing
 */
export function runningService(readyFile: string | undefined, env: NodeJS.ProcessEnv): RunningService {
  const members = ['aliases', 'alias_proxy_url', 'data_dir', ...MEMBERS]
  const given = Object.fromEntries(members.map((member) => [member, env[readyVariable(member)]]))
  const values: Values = readyFile === undefined ? given : readyMembers(readyFile)
  const missing = MEMBERS.find((member) => !values[member])
  if (missing !== undefined) throw new Error(missingText(missing, readyFile))
  const info = values as unknown as ReadyInfo
  return { info, dataDir: values['data_dir'] ?? dataDirOf(info) }
}

/** The authority lies in a folder of its own in the data folder. */
export const dataDirOf = ({ ca_cert_file: file }: Pick<ReadyInfo, 'ca_cert_file'>): string =>
  dirname(dirname(resolve(file)))

/** Whether `airdesk exec` or `airdesk record` runs this program. */
export const isAround = (env: NodeJS.ProcessEnv): boolean =>
  ['data_dir', 'option_base_url'].every((member) => Boolean(env[readyVariable(member)]))

const CREDENTIALS: ReadonlySet<string> = new Set(['email', 'password', 'access_code', 'access_token'])

function missingText(member: string, readyFile: string | undefined): string {
  if (readyFile === undefined)
    return `${readyVariable(member)} is not set: no airdesk exec runs this program. connectAirdesk takes a ready file, too.`
  const why = CREDENTIALS.has(member) ? ': the service keeps it since an earlier start, give it one' : ''
  return `${readyFile} has no ${member}${why}.`
}

function readyMembers(file: string): Values {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Values | null) ?? {}
  } catch (error) {
    throw new Error(`${file} is no ready file: ${(error as Error).message}`, { cause: error })
  }
}
