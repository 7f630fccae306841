/** The two APIs, each on a real database and a real socket, and what may happen to them beside requests. */
import type { ChannelId, ConnectionId } from '../../service/contract/ids.ts'
import { refusal } from '../../service/contract/refusal/refusal.ts'
import type { LiveConnection } from '../../service/control/connection/channel-activity.ts'
import type { Permissions } from '../../service/control/identity/user.ts'
import { scheduleChannels } from '../../service/control/schedule/schedule-channels.ts'
import type { SfuConnection } from '../../service/control/sfu/sfu-channels.ts'
import { secretBox } from '../../service/platform/secrets/secret-box.ts'
import { startTestLiveApi } from '../support/live-api.ts'
import { ORIGIN, startTestOptionApi } from '../support/option-api.ts'
import { StandInSfu } from '../support/stand-in-sfu.ts'

export const APIS = ['live', 'option'] as const
export type Api = (typeof APIS)[number]

export interface StageOptions {
  /** The key that seals archive secrets is not there. */
  readonly locked?: true
  /** Of the system, instead of UTC. */
  readonly timeZone?: string
}

export interface Stage {
  readonly port: number
  /** Tokens to call with that are made anew on each run. */
  readonly tokens: readonly string[]
  /**
   * Does something to the service.
   * @returns what was made and is asked by, a token or an id; null for nothing
   * @throws Error for an act that there is not
   */
  act(name: string, with_: object): string | null
  close(): Promise<void>
}

export const SECOND_TOKEN = 'second-token-of-the-same-system'

export const startStage = (api: Api, options: StageOptions): Promise<Stage> =>
  api === 'live' ? startLive(options) : startOption(options)

/** An act gives a token, an id or nothing. */
type Acts = Readonly<Record<string, (with_: never) => unknown>>

function actOn(acts: Acts) {
  return (name: string, with_: object) => {
    const act = acts[name]
    if (!act) throw new Error(`there is no act ${name}`)
    const made = act(with_ as never)
    return typeof made === 'string' ? made : null
  }
}

interface OfChannel {
  readonly channel_id: string
}

async function startLive({ locked }: StageOptions): Promise<Stage> {
  const sfu = new FailingSfu()
  const api = await startTestLiveApi({ sfu, origins: [ORIGIN], ...(locked ? { box: secretBox(null) } : {}) })
  api.addOtherSystem()
  api.identity.accessTokens.create(api.first.system.id, 'Second', 'api', SECOND_TOKEN)
  const ofSchedules = scheduleChannels(api.channels, (id) => api.identity.accessTokens.ofConsole(id))
  const act = actOn({
    onAir: ({ channel_id }: OfChannel) => putOnAir(api.onAir, channel_id),
    scheduleChannel: () => ofSchedules.create(api.first.system.id, { renditions: [] }),
    key: ({ kid, key }: { kid: string; key: string }) => api.keys.set(`${api.first.system.id} ${kid}`, key),
    connect: ({ channel_id, spotlight }: OfChannel & { spotlight: boolean }) =>
      sfu.connect(channel_id, CONNECTIONS, { spotlight }),
    sfuFails: ({ how }: { how: 'restarting' | 'broken' }) => sfu.fail(how),
    advance: ({ ms }: { ms: number }) => api.clock.advance(ms),
  })
  return { port: api.port, tokens: [], act, close: () => api.close() }
}

async function startOption({ timeZone }: StageOptions): Promise<Stage> {
  const api = await startTestOptionApi(timeZone === undefined ? {} : { timeZone })
  const other = api.addSystem()
  const act = actOn({
    onAir: ({ channel_id }: OfChannel) => putOnAir(api.onAir, channel_id),
    deleteChannel: ({ channel_id }: OfChannel) => api.channels.delete(api.first.system.id, channel_id),
    forgetDestinations: () => api.destinations.clear(),
    token: ({ permissions = {}, master = false, system }: Wanted) =>
      api.tokenOf(permissions, system === 'other' ? other : api.first.system, master),
    leastPassword: ({ length }: { length: number }) =>
      api.identity.store.systems.setPasswordMinLength(api.first.system.id, length),
    advance: ({ ms }: { ms: number }) => api.clock.advance(ms),
  })
  return { port: api.port, tokens: [api.master], act, close: () => api.close() }
}

interface Wanted {
  readonly permissions?: Partial<Permissions>
  readonly master?: boolean
  readonly system?: 'other'
}

function putOnAir(onAir: Map<ChannelId, LiveConnection[]>, channelId: string): void {
  // No more of a connection is asked for.
  const connections = ['NEWEST', 'OLDER'].map((id) => ({ channelId, connectionId: id as ConnectionId }))
  onAir.set(channelId as ChannelId, connections as LiveConnection[])
}

const CONNECTIONS = [
  {
    id: 'CAMERA',
    client: 'studio',
    role: 'sendonly',
    simulcast: true,
    metadata: { name: 'A', tally: 'off' },
  },
  { id: 'SCREEN', client: 'studio', role: 'sendonly', metadata: 'text' },
  { id: 'VIEWER', role: 'recvonly', simulcast: true, pausedSenders: ['CAMERA', 'SCREEN'] },
  { id: 'TALKER', role: 'sendrecv', pausedSenders: ['CAMERA'] },
] as const

/** An SFU without media whose process can be starting again, or break. */
class FailingSfu extends StandInSfu {
  #fails: 'restarting' | 'broken' | null = null

  fail(how: 'restarting' | 'broken'): void {
    this.#fails = how
  }

  override connections(channelId: ChannelId): readonly SfuConnection[] {
    if (this.#fails === 'restarting') throw refusal('SERVICE_UNAVAILABLE')
    if (this.#fails === 'broken') throw new Error('a fault of ours, told to nobody')
    return super.connections(channelId)
  }
}
