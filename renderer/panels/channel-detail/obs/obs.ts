/** OBS on this computer, by obs-websocket 5 (OBS 28 or newer): what it is set to, and setting it. */
import type { OBSRequestTypes, OBSWebSocket } from 'obs-websocket-js/json'

/** Where OBS listens unless it was told otherwise. */
export const OBS_PORT = 4455
const ANSWER_MS = 5000
/** Of addresses that are typed into OBS. */
export const CUSTOM_SERVICE = 'rtmp_custom'

/** What of OBS Airdesk sets. */
export interface ObsState {
  readonly service: OBSRequestTypes['SetStreamServiceSettings']
  readonly video: {
    readonly outputWidth: number
    readonly outputHeight: number
    readonly fpsNumerator: number
    readonly fpsDenominator: number
  }
  /** Of its simple output mode; null in the advanced one, whose encoder nobody can set from outside. */
  readonly simple: Simple | null
}

/** As OBS calls and writes them; bit rates are kbps. */
const SIMPLE = ['StreamEncoder', 'VBitrate', 'ABitrate', 'UseAdvanced', 'x264Settings'] as const
export type Simple = Readonly<Record<(typeof SIMPLE)[number], string>>

export interface Obs {
  readonly version: string
  readonly profile: string
  readonly state: ObsState
}

/** Why it was not done: nobody answers, the password is wrong, it sends or records, or what OBS says. */
export type ObsFault = 'unreachable' | 'password' | 'running' | 'other'

export class ObsError extends Error {
  readonly fault: ObsFault

  /** @param said OBS's own words */
  constructor(fault: ObsFault, said: string) {
    super(said)
    this.fault = fault
  }
}

/** Every call is refused with an ObsError. */
export interface ObsConnection {
  read(): Promise<Obs>
  /** Sets what differs: all of it, or nothing where OBS refuses a part. @param now what it is set to */
  write(next: ObsState, now: ObsState): Promise<void>
  /** OBS begins to send. */
  start(): Promise<void>
  close(): Promise<void>
}

/** An OBS that answers, and what it was set to then. */
export interface Found {
  readonly connection: ObsConnection
  readonly obs: Obs
}

/** Connects to OBS. @param password empty where OBS asks for none @throws ObsError */
export async function connectObs(port: number, password: string): Promise<ObsConnection> {
  const { OBSWebSocket: Library } = await import('obs-websocket-js/json')
  const obs = new Library()
  const given = password === '' ? undefined : password
  await inTime(obs, obs.connect(`ws://127.0.0.1:${port}`, given, { eventSubscriptions: 0 }))
  return {
    read: () => inTime(obs, read(obs)),
    write: (next, now) => inTime(obs, writeAll(obs, next, now)),
    start: () => inTime(obs, obs.call('StartStream')),
    close: () => obs.disconnect(),
  }
}

/** Something else than OBS may listen there, and say nothing. */
async function inTime<Answer>(obs: OBSWebSocket, work: Promise<Answer>): Promise<Answer> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    reject(new ObsError('unreachable', ''))
    void obs.disconnect()
  }, ANSWER_MS)
  try {
    return await Promise.race([work, late])
  } catch (error) {
    throw faultOf(error)
  } finally {
    clearTimeout(timer)
  }
}

/** `WebSocketCloseCode` and `RequestStatus` of obs-websocket 5. */
const AUTHENTICATION_FAILED = 4009
const OUTPUT_RUNNING = 500
const isOfObs = (code: number) => code >= 4000 || (code >= 200 && code < 1000)

function faultOf(error: unknown): ObsError {
  if (error instanceof ObsError) return error
  const said = error instanceof Error ? error.message : ''
  const code = error instanceof Error && 'code' in error ? Number(error.code) : 0
  if (code === AUTHENTICATION_FAILED) return new ObsError('password', said)
  if (code === OUTPUT_RUNNING) return new ObsError('running', said)
  return new ObsError(isOfObs(code) ? 'other' : 'unreachable', said)
}

async function read(obs: OBSWebSocket): Promise<Obs> {
  const { obsVersion } = await obs.call('GetVersion')
  const { currentProfileName } = await obs.call('GetProfileList')
  const { outputWidth, outputHeight, fpsNumerator, fpsDenominator } = await obs.call('GetVideoSettings')
  const parameter = async (category: string, name: string): Promise<string> => {
    const named = { parameterCategory: category, parameterName: name }
    // OBS answers null for what was never set, whatever the library says.
    const answer: { readonly parameterValue: string | null } = await obs.call('GetProfileParameter', named)
    return answer.parameterValue ?? ''
  }
  const simple: Record<string, string> = {}
  for (const name of SIMPLE) simple[name] = await parameter('SimpleOutput', name)
  return {
    version: obsVersion,
    profile: currentProfileName,
    state: {
      service: await obs.call('GetStreamServiceSettings'),
      video: { outputWidth, outputHeight, fpsNumerator, fpsDenominator },
      simple: (await parameter('Output', 'Mode')) === 'Simple' ? (simple as Simple) : null,
    },
  }
}

async function writeAll(obs: OBSWebSocket, next: ObsState, now: ObsState): Promise<void> {
  try {
    await write(obs, next, now)
  } catch (error) {
    await write(obs, now, next).catch(() => undefined)
    throw error
  }
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

async function write(obs: OBSWebSocket, next: ObsState, now: ObsState): Promise<void> {
  if (!isSame(next.service, now.service)) await obs.call('SetStreamServiceSettings', whole(next.service))
  if (!isSame(next.video, now.video)) await obs.call('SetVideoSettings', { ...next.video })
  if (next.simple === null) return
  for (const name of SIMPLE) {
    const value = next.simple[name]
    const named = { parameterCategory: 'SimpleOutput', parameterName: name }
    if (value !== now.simple?.[name])
      await obs.call('SetProfileParameter', { ...named, parameterValue: value })
  }
}

/** OBS keeps members of the service before that a new one of the same kind leaves out, and takes none without any. */
const whole = ({ streamServiceType, streamServiceSettings }: ObsState['service']): ObsState['service'] => ({
  streamServiceType,
  streamServiceSettings: {
    key: '',
    ...(streamServiceType === CUSTOM_SERVICE && { server: '', use_auth: false }),
    ...streamServiceSettings,
  },
})
