/** The two SFUs, pinned to the first core, as the load generator sees them. */
import { spawnSync } from 'node:child_process'
import { startJanus } from '../../support/janus/process.ts'
import { JanusRoom } from '../../support/janus/room.ts'
import { connectNativeClient } from '../../../service/kit/webrtc/native-client.ts'
import type { NativeClient } from '../../../service/kit/webrtc/native-client.ts'
import { PUBLISHER_MIDS, connectNativePublisher } from '../../support/webrtc/native-publisher.ts'
import { SfuProcess } from '../../support/webrtc/sfu-process.ts'
import type { RoundRequest } from './round-types.ts'

const CORE = '0'
const CHANNEL = 'bench'

export interface Ssrcs {
  readonly audio: number
  readonly video: number
  readonly rtx: number
}

type LoadClient = Pick<NativeClient, 'send' | 'onMessage'>

export interface ServerUnderLoad {
  readonly pid: number
  publish(ssrcs: Ssrcs): Promise<{
    readonly client: LoadClient
    readonly mid: { readonly audio: string; readonly video: string }
    /** Whether the SFU takes transport-wide sequence numbers of audio. */
    readonly audioIsCounted: boolean
  }>
  /** Receives everything that is published. */
  subscribe(): Promise<LoadClient>
  stop(): Promise<void>
}

export function startSfu({ server, entry }: RoundRequest): Promise<ServerUnderLoad> {
  return server === 'janus' ? startPinnedJanus() : startOurs(entry)
}

async function startOurs(entry: string | undefined): Promise<ServerUnderLoad> {
  const sfu = await SfuProcess.start({ pin, ...(entry !== undefined && { entry }) })
  return {
    pid: sfu.pid,
    publish: async (ssrcs) => {
      const { client, peer } = await sfu.join({ channelId: CHANNEL, role: 'sendonly', ssrcs })
      const { audio = '', video = '' } = peer.mid
      return { client, mid: { audio, video }, audioIsCounted: true }
    },
    subscribe: async () => (await sfu.join({ channelId: CHANNEL, role: 'recvonly' })).client,
    stop: () => sfu.stop(),
  }
}

async function startPinnedJanus(): Promise<ServerUnderLoad> {
  const janus = await startJanus(['taskset', '-c', CORE])
  const room = await JanusRoom.open(janus.url)
  const feeds: number[] = []
  return {
    pid: janus.pid,
    publish: async (ssrcs) => {
      const feed = 100 + feeds.length
      let up: () => Promise<unknown> = () => Promise.resolve()
      const client = await connectNativePublisher({
        audioSsrc: ssrcs.audio,
        videoSsrc: ssrcs.video,
        rtxSsrc: ssrcs.rtx,
        exchange: async (offer) => {
          const published = await room.publish(feed, offer)
          up = published.up
          return published.answerSdp
        },
      })
      await up()
      feeds.push(feed)
      return { client, mid: PUBLISHER_MIDS, audioIsCounted: false }
    },
    subscribe: async () => {
      const { offerSdp, start } = await room.subscribe(feeds)
      const client = await connectNativeClient({ offerSdp })
      await start(client.answerSdp)
      await client.opened
      return client
    },
    stop: () => janus.stop(),
  }
}

/** All its threads, and those that they will start. */
export function pin(pid: number): void {
  const { status, stderr } = spawnSync('taskset', ['-a', '-c', '-p', CORE, `${pid}`], { encoding: 'utf8' })
  if (status !== 0) throw new Error(`taskset: ${stderr}`)
}
