import { liveErrorResponse } from '../../service/contract/live-api.ts'
import { LIVE_ERRORS } from '../../service/contract/errors.ts'
import type { ChannelId, ConnectionId, SystemId } from '../../service/contract/ids.ts'
import { createLiveDispatch } from '../../service/control/api/live/dispatch.ts'
import type { LiveDispatch } from '../../service/control/api/live/dispatch.ts'
import { OPERATIONS } from '../../service/control/api/live/operations/index.ts'
import { startLiveApi } from '../../service/control/api/live/server.ts'
import { ArchiveDestinations } from '../../service/control/archive/destinations.ts'
import { Channels } from '../../service/control/channel/channels.ts'
import type { LiveConnection } from '../../service/control/connection/channel-activity.ts'
import { ensureFirstSystem } from '../../service/control/identity/first-system.ts'
import type { Call } from '../../service/control/request-log/call.ts'
import { StandInSfu } from './stand-in-sfu.ts'
import type { SfuChannels } from '../../service/control/sfu/sfu-channels.ts'
import { archiveDestinationRepository } from '../../service/control/store/archive-destinations.ts'
import { channelRepository } from '../../service/control/store/channels.ts'
import { idempotencyKeyRepository } from '../../service/control/store/idempotency-keys.ts'
import { createLogger } from '../../service/platform/logger.ts'
import type { Logger } from '../../service/platform/logger.ts'
import { KEY_BYTES, secretBox } from '../../service/platform/secrets/secret-box.ts'
import type { SecretBox } from '../../service/platform/secrets/secret-box.ts'
import { testAudit } from './audit.ts'
import { openTestDatabase } from './database.ts'
import { testIdentity } from './identity.ts'
import { ManualClock } from './manual-clock.ts'
import { testRecordingFolders } from './recording-folders.ts'
import { outgoingTo } from './outgoing.ts'

export const ACCESS_TOKEN = 'test-access-token'
export const OTHER_ACCESS_TOKEN = 'token-of-another-system'
export const CREATE = 'Service_20250901.CreateRTMPChannel'
export const CREATE_HLS = 'Service_20200316.CreateMultistreamChannelWithHLS'
export const CREATE_WEBRTC = 'Service_20200316.CreateMultistreamChannel'
export const CREATE_DESTINATION = 'Service_20190205.CreateArchiveDestination'
export const DELETE_DESTINATION = 'Service_20190205.DeleteArchiveDestination'
export const LIST_DESTINATIONS = 'Service_20190205.ListArchiveDestinations'
export const LIST_PLAYLISTS = 'Service_20200207.ListPlaylistURLs'
export const DELETE = 'Service_20180501.DeleteChannel'
export const LIST_CHANNELS = 'Service_20200729.ListChannelIDs'
export const GET_KEY = 'Service_20200707.GetEncryptKey'

/** A request that is right, to be spoilt by tests. */
export const createRequest = (rendition: object = {}) => ({
  hls: [
    {
      durationSeconds: 2,
      startTimeOffset: -2,
      video: { width: 1280, height: 720, fps: 30, bps: 2_000_000 },
      audio: { bps: 96_000 },
      ...rendition,
    },
  ],
})

export interface LiveResponse {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly body: Record<string, unknown>
}

type CallOptions = Readonly<{ token?: string | null; headers?: Record<string, string>; method?: string }>

/** The live API on a real database and a real socket; only the broadcasts behind it are stood in for. */
export async function startTestLiveApi(
  options: {
    file?: string
    logger?: Logger
    clock?: ManualClock
    box?: SecretBox
    sfu?: SfuChannels
    origins?: readonly string[]
  } = {},
) {
  const clock = options.clock ?? new ManualClock()
  const logger = options.logger ?? createLogger('silent')
  const database = openTestDatabase(options.file)
  const identity = testIdentity(clock, database)
  const first = await ensureFirstSystem(identity, clock, { accessToken: ACCESS_TOKEN })
  const onAir = new Map<ChannelId, LiveConnection[]>()
  const closed: ChannelId[] = []
  const signedOnly = new Set<ChannelId>()
  const keys = new Map<string, string>()
  const calls: Call[] = []
  const box = options.box ?? secretBox(new Uint8Array(KEY_BYTES))
  const broadcasts = {
    withPlaylist: (channelId: ChannelId) => onAir.get(channelId) ?? [],
    closeChannel(channelId: ChannelId) {
      closed.push(channelId)
      return Promise.resolve()
    },
  }
  const archive = new ArchiveDestinations({
    clock,
    transactions: database,
    destinations: archiveDestinationRepository(database),
    box,
    folders: testRecordingFolders(database, clock, '/data'),
    outgoing: outgoingTo('computer'),
  })
  const channels = new Channels({
    clock,
    logger,
    transactions: database,
    channels: channelRepository(database),
    broadcasts,
    archiveDestinations: archive,
    outgoing: outgoingTo('computer'),
  })
  const audited = testAudit(clock, database)
  const dispatch: LiveDispatch = createLiveDispatch({
    audit: audited.audit,
    channels,
    broadcasts,
    archive,
    sfu: options.sfu ?? new StandInSfu(),
    scheduleOwner: (systemId) => identity.accessTokens.first(systemId),
    playlistAddresses: {
      forConnection: (channelId, connectionId) =>
        signedOnly.has(channelId) ? `token-for-${connectionId}` : null,
    },
    encryptionKeys: { find: (systemId: SystemId, kid) => keys.get(`${systemId} ${kid}`) ?? null },
    addresses: () => ({
      rtmp: { host: '127.0.0.1', port: 1935 },
      https: { host: '127.0.0.1', port: 8443 },
      http: { host: '127.0.0.1', port: 8080 },
      signaling: { host: '127.0.0.1', port: 7443 },
    }),
    logger,
    idempotency: {
      clock,
      transactions: database,
      keys: idempotencyKeyRepository(database),
      fingerprint: box.fingerprint,
    },
  })
  const listening = await startLiveApi({
    address: { host: '127.0.0.1', port: 0 },
    accessTokens: identity.accessTokens,
    dispatch,
    audit: audited.audit,
    logger,
    requestLog: { record: (call) => calls.push(call) },
    clock,
    origins: () => options.origins ?? [],
  })

  /** Sends a body as it is; every answer is checked against the published schema. */
  async function send(target: string | null, body: string | Uint8Array<ArrayBuffer>, call: CallOptions = {}) {
    const token = call.token === undefined ? ACCESS_TOKEN : call.token
    const method = call.method ?? 'POST'
    const response = await fetch(`http://127.0.0.1:${listening.port}/`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(target === null ? {} : { 'x-sfu-target': target }),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
        ...call.headers,
      },
      ...(method === 'GET' ? {} : { body }),
    })
    const text = await response.text()
    const answer = {
      status: response.status,
      headers: response.headers,
      text,
      body: JSON.parse(text) as LiveResponse['body'],
    }
    checkAnswer(target, answer)
    return answer
  }

  return {
    ...audited,
    clock,
    database,
    identity,
    first,
    channels,
    archive,
    dispatch,
    onAir,
    /** Channels whose playlists need an address that was signed. */
    signedOnly,
    closed,
    keys,
    /** What the request log was told. */
    calls,
    port: listening.port,
    send,
    call: (target: string, body: unknown, call: CallOptions = {}) => send(target, JSON.stringify(body), call),
    /** Another system with its own token. */
    addOtherSystem() {
      const id = 'other-system' as SystemId
      const row = {
        id,
        name: 'Other',
        timeZone: 'UTC',
        accessCodeHash: '',
        webhookSecret: '',
        passwordMinLength: null,
      }
      identity.store.systems.insert({ ...row, createdAt: clock.now() + 1 })
      identity.accessTokens.create(id, 'Other', 'api', OTHER_ACCESS_TOKEN)
      return id
    },
    async close() {
      await listening.close()
      database.close()
    },
  }
}

export type TestLiveApi = Awaited<ReturnType<typeof startTestLiveApi>>

/** @throws Error when the answer is not what the contract says */
function checkAnswer(target: string | null, answer: LiveResponse): void {
  if (!answer.headers.get('content-type')?.startsWith('application/json')) throw new Error('not JSON')
  if (answer.status === 200) {
    const operation = OPERATIONS.find((one) => one.target === target)
    if (!operation) throw new Error(`${String(target)} is answered but not listed`)
    operation.response.parse(answer.body)
    return
  }
  const { error_type } = liveErrorResponse.parse(answer.body)
  const spec = Object.entries(LIVE_ERRORS).find(([code]) => code === error_type)?.[1]
  if (spec?.status !== answer.status) throw new Error(`${error_type} with status ${answer.status}`)
}

/** A connection that is on air with a playlist. */
export function liveConnection(channelId: string, connectionId: string): LiveConnection {
  return {
    connectionId: connectionId as ConnectionId,
    channelId: channelId as ChannelId,
    kind: 'rtmp',
    remoteAddress: '127.0.0.1',
    encoder: 'test',
    connectedAt: 0,
    playlistReadyAt: 1,
    lowLatency: false,
    endedAt: null,
    stats: null,
  }
}
