/** Faults that strike encoders, of a real service: each hits the channel that it names, and is gone after its end. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { FaultInput } from '../../service/contract/faults.ts'
import { signIn } from '../support/console-client.ts'
import type { ConsoleClient } from '../support/console-client.ts'
import { makeFlv } from '../support/ffmpeg.ts'
import { createRtmpChannel } from '../support/live-client.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'
import type { FlvPublisher } from '../../service/kit/rtmp/publisher.ts'
import { startService } from '../support/service.ts'
import type { RunningService } from '../support/service.ts'
import { waitFor } from '../support/wait-for.ts'

const api = CONSOLE_API.emulatorFaults
const AUDIO_ONLY = { durationSeconds: 2, startTimeOffset: -2, audio: { bps: 96_000 } }
const PATIENCE = 60_000

let service: RunningService
let console: ConsoleClient
let flv: string
const publishers: FlvPublisher[] = []

beforeAll(async () => {
  service = await startService({ args: ['--emulator', '--seed', '1'] })
  console = await signIn(service.ready, service.ready)
  flv = await makeFlv({ seconds: 2 })
}, PATIENCE)
afterAll(async () => {
  for (const publisher of publishers) publisher.kill()
  await service.stop()
}, PATIENCE)

const channel = () => createRtmpChannel(service.ready, { hls: [AUDIO_ONLY] })
const arm = (body: FaultInput) => console.done(api.add, { body })
const remove = (faultId: string) => console.done(api.remove, { params: { faultId } })
const faultOf = async (id: string) =>
  (await console.done(api.list)).faults.find(({ fault }) => fault.id === id)

function publish({ ingest_url }: { readonly ingest_url: string }): FlvPublisher {
  const publisher = publishFlv({ url: ingest_url, flv, realTime: true, loop: true })
  publisher.published.catch(() => undefined)
  publishers.push(publisher)
  return publisher
}
const hasHit = (id: string, hits: number) =>
  waitFor(async () => ((await faultOf(id))?.hits ?? 0) >= hits, `${hits} hits of ${id}`, PATIENCE)

describe(
  'faults that strike encoders',
  () => {
    it('refuse with the words of the fault, the channel that it names alone, and no more than they are to', async () => {
      const [named, other] = [await channel(), await channel()]
      await arm({
        ...{ id: 'refused', at: 'publisher', match: { channelId: named.channel_id } },
        ...{ effect: { kind: 'refuse', reason: 'Come back tomorrow.' }, ends: { afterHits: 1 } },
      })
      await publish(other).published
      await expect(publish(named).published).rejects.toThrow('Come back tomorrow.')
      await publish(named).published
      expect(await faultOf('refused')).toMatchObject({ state: 'over', hits: 1 })
    })

    it('cut the uplink of one and keep it away, without a word, until they are taken out of force', async () => {
      const [named, other] = [await channel(), await channel()]
      const [cut, left] = [publish(named), publish(other)]
      await Promise.all([cut.published, left.published])
      await arm({
        ...{ id: 'uplink', at: 'publisher', match: { channelId: named.channel_id } },
        ...{ effect: { kind: 'drop', awayMs: 3_600_000 }, ends: { afterHits: 1 } },
      })
      await cut.closed
      await waitFor(async () => (await faultOf('uplink'))?.state === 'over', 'its end by count', PATIENCE)
      const back = publish(named)
      await back.closed
      await expect(back.published).rejects.toThrow()
      expect(left.client.socket.destroyed).toBe(false)
      await remove('uplink')
      await publish(named).published
      expect(left.client.socket.destroyed).toBe(false)
    })

    it('freeze, lose frames and drift while they are armed, and count what they hit', async () => {
      const named = await channel()
      const publisher = publish(named)
      await publisher.published
      const match = { channelId: named.channel_id }
      await arm({ id: 'frozen', at: 'publisher', match, effect: { kind: 'freeze' }, ends: { afterHits: 5 } })
      await arm({
        id: 'lost',
        at: 'publisher',
        match,
        effect: { kind: 'lose-frames', share: 1, damaging: true },
      })
      await arm({ id: 'drifts', at: 'publisher', match, effect: { kind: 'drift', ppm: 50_000 } })
      await hasHit('lost', 5)
      await hasHit('drifts', 5)
      await remove('lost')
      await hasHit('frozen', 5)
      await waitFor(async () => (await faultOf('frozen'))?.state === 'over', 'its end by count', PATIENCE)
      expect(publisher.client.socket.destroyed).toBe(false)
    })
  },
  PATIENCE,
)
