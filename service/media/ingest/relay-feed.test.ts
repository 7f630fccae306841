import { describe, expect, it } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { LinkFrame, LinkPeer } from '../link/media-link.ts'
import { Arrival } from './arrival.ts'
import type { Publication } from './publication.ts'
import { RelayFeed } from './relay-feed.ts'
import type { SourceUnit } from './source.ts'

/** The SFU's end of the link. */
function setUp() {
  const units: SourceUnit[] = []
  const sent: LinkFrame[] = []
  const closes: unknown[][] = []
  let heard: (frame: LinkFrame) => void = () => undefined
  let gone: (error: Error | null) => void = () => undefined
  let open = true
  const peer: LinkPeer = {
    backlogBytes: 0,
    send: (frame) => sent.push(frame) > 0,
    onFrame: (listener) => (heard = listener),
    onClose: (listener) => (gone = listener),
    onDrain: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => (open = false),
  }
  let jumps = 0
  const listener = {
    onSource: () => undefined,
    onReconfigured: () => undefined,
    onJump: () => void (jumps += 1),
  }
  const arrival = new Arrival({ ...listener, onUnit: (unit) => units.push(unit) }, new ManualClock(), 0)
  const closed = (...args: unknown[]) => void closes.push(args)
  const feed = new RelayFeed()
  feed.feed({ arrival, closed } as Partial<Publication> as Publication)
  const audio = (time: number) =>
    heard({ type: 'audio', unit: { pts: time, dts: time, duration: 0, key: true, data: new Uint8Array(7) } })
  const announce = (codec: 'opus' | 'aac') => {
    const decoderConfig = new Uint8Array()
    heard({
      type: 'source',
      source: { kind: 'audio', codec, sampleRate: 48_000, channels: 2, decoderConfig },
    })
  }
  return {
    ...{ feed, peer, units, sent, closes, audio, announce },
    ...{ frame: (frame: LinkFrame) => heard(frame), lose: () => gone(null), isOpen: () => open },
    jumps: () => jumps,
  }
}

describe('a relay', () => {
  it('gives units on a timeline of its own, without jumps of the clock, which are told', () => {
    const { feed, peer, units, announce, audio, jumps } = setUp()
    feed.start(peer)
    announce('opus')
    for (const time of [3.9e12, 3.9e12 + 20.5, 3.9e12 + 60_000, 3.9e12 + 60_020]) audio(time)
    expect(units.map(({ dts }) => dts)).toEqual([0, 20.5, 40.5, 60.5])
    expect(jumps()).toBe(1)
    expect(feed.receivedBytes()).toBe(28)
  })

  it('ends like a publisher that left when the SFU says so, and closes the link', () => {
    const { feed, peer, closes, frame, lose, isOpen } = setUp()
    feed.start(peer)
    frame({ type: 'end' })
    lose()
    expect(closes).toEqual([['client-closed', 0]])
    expect(isOpen()).toBe(false)
  })

  it.each<[string, (relay: ReturnType<typeof setUp>) => void, string]>([
    ['the link breaks off', ({ lose }) => lose(), 'client-lost'],
    ['the codec becomes another', ({ announce }) => (announce('opus'), announce('aac')), 'unsupported-codec'],
    ['a frame is not for it', ({ frame }) => frame({ type: 'failed', message: '' }), 'protocol-error'],
    ['it is closed here', ({ feed }) => feed.close('operator-closed'), 'operator-closed'],
  ])('ends once when %s', (_what, happen, reason) => {
    const relay = setUp()
    relay.feed.start(relay.peer)
    happen(relay)
    relay.audio(0)
    relay.lose()
    expect(relay.closes).toEqual([[reason, 0]])
    expect(relay.isOpen()).toBe(false)
  })

  it('that was closed before the SFU came closes the link at once', () => {
    const { feed, peer, closes, isOpen } = setUp()
    feed.close('channel-deleted')
    feed.start(peer)
    expect(closes).toEqual([['channel-deleted', 0]])
    expect(isOpen()).toBe(false)
  })

  it('asks for key frames over the link', () => {
    const { feed, peer, sent } = setUp()
    feed.requestKeyFrame()
    feed.start(peer)
    feed.requestKeyFrame()
    expect(sent).toEqual([{ type: 'key-wanted' }])
  })
})
