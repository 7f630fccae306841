import { expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import { Vp8Source } from '../../../../test/support/webrtc/vp8-source.ts'
import type { Rid } from '../../../contract/sfu-api.ts'
import type { RelayedFrame } from './layer-relay.ts'
import { RelayClock } from './relay-clock.ts'
import { VideoRelay } from './video-relay.ts'

const RIDS = ['r0', 'r1', 'r2'] as const
const SSRCS = { r0: 10, r1: 11, r2: 12 }
/** A frame of each layer has as many packets, so that its size tells where it comes from. */
const PACKETS = { r0: 1, r1: 2, r2: 3 }

it('relays the highest layer that is sent, changed at key frames', () => {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'VP8', rids: RIDS })
  const producer = sender.producerOf('video')
  const frames: RelayedFrame[] = []
  producer.addTap(new VideoRelay(producer, 'VP8', new RelayClock(), (frame) => frames.push(frame)))
  const source = (rid: Rid) => new Vp8Source({ ssrc: SSRCS[rid], rid })
  const sources = { r0: source('r0'), r1: source('r1'), r2: source('r2') }
  const asked = () => new Set(sender.wire.told('pli').map(({ mediaSsrc }) => mediaSsrc))
  /** Layers and kinds of the frames that come of one picture in some layers. */
  const relayed = (layers: readonly Rid[], keys: readonly Rid[] = []) => {
    frames.length = 0
    for (const rid of layers) {
      const packets = sources[rid].frame({ keyFrame: keys.includes(rid), packets: PACKETS[rid] })
      for (const packet of packets) sender.media.packet(packet)
    }
    room.advance(100, sender)
    return frames.map(({ key, data }) => `r${data.length / 20 - 1}${key ? ' key' : ''}`)
  }

  expect(relayed(['r0'])).toEqual([])
  expect(relayed(['r0'], ['r0'])).toEqual(['r0 key'])
  expect(relayed(['r0', 'r1', 'r2'])).toEqual(['r0'])
  for (let i = 0; i < 12; i++) relayed(RIDS)
  expect(asked()).toContain(SSRCS.r2)
  expect(relayed(RIDS, ['r2'])).toEqual(['r0', 'r2 key'])
  expect(relayed(RIDS, ['r0', 'r1'])).toEqual(['r2'])

  for (let i = 0; i < 16; i++) expect(relayed(['r0', 'r1'])).toEqual([])
  expect(asked()).toContain(SSRCS.r1)
  expect(relayed(['r0', 'r1'], ['r1'])).toEqual(['r1 key'])
  expect(relayed(['r0', 'r1'])).toEqual(['r1'])
})

it('goes on with the key frame of another stream at once, in time, though its numbers are a little behind', () => {
  const room = new ForwardingRoom()
  const sender = room.sender({ codec: 'VP8' })
  const producer = sender.producerOf('video')
  const frames: RelayedFrame[] = []
  producer.addTap(new VideoRelay(producer, 'VP8', new RelayClock(), (frame) => frames.push(frame)))
  const before = new Vp8Source({ ssrc: 10, sequenceNumber: 30_000 })
  const after = new Vp8Source({ ssrc: 20, sequenceNumber: 28_500, timestamp: 0xffff_0000 })
  const send = (source: Vp8Source, count: number, keyFrame: boolean) => {
    for (let i = 0; i < count; i++) {
      for (const packet of source.frame({ keyFrame: keyFrame && i === 0 })) sender.media.packet(packet)
      room.now += 1000 / 30
    }
  }
  send(before, 30, true)
  const asked = sender.wire.told('pli').length
  send(after, 1, false)
  expect(frames).toHaveLength(30)
  room.advance(1000, sender)
  expect(sender.wire.told('pli').slice(asked)).toMatchObject([{ mediaSsrc: 20 }])

  send(after, 30, true)
  expect(frames).toHaveLength(60)
  expect(frames[30]?.key).toBe(true)
  const steps = frames.slice(1).map(({ at }, i) => at - (frames[i]?.at ?? 0))
  expect(Math.max(...steps.toSpliced(29, 1))).toBeCloseTo(1000 / 30, 0)
  expect(Math.min(...steps)).toBeCloseTo(1000 / 30, 0)
})
