import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  DRAIN_MS,
  PASSING,
  PublicationScene,
  SMALLER,
  SOURCE,
} from '../../../test/support/publication-scene.ts'
import type { TestPublisher } from '../../../test/support/publication-scene.ts'
import { waitFor } from '../../../test/support/wait-for.ts'
import type { RenditionPlan } from '../../contract/media.ts'
import { NAL_TYPE } from '../../protocol/h264/nal.ts'
import type { AudioSource } from './source.ts'

/** Of AAC-LC, 48 kHz. */
const BLOCK_MS = 1024 / 48
const SOUND: AudioSource = {
  ...{ codec: 'aac', sampleRate: 48_000, channels: 2, decoderConfig: Uint8Array.of(0x11, 0x90) },
  passable: {
    lowComplexity: true,
    track: {
      ...{ kind: 'audio', codec: 'aac', timescale: 48_000, sampleRate: 48_000, channels: 2 },
      ...{ bitRateBps: 0, decoderConfig: Uint8Array.of(0x11, 0x90) },
    },
  },
}

/** Of the same pictures. */
const OTHER_CONFIG = Uint8Array.of(1, 0x64, 0, 0x1f, 0xff, 0xe1, 0, 0, 0)

let scene: PublicationScene
beforeEach(async () => {
  scene = await PublicationScene.open()
})
afterEach(() => scene.close())

/** The newest transcoder that was started, once it has its plan. */
const transcoder = (publisher: TestPublisher, count = 1) =>
  waitFor(
    () =>
      publisher.transcoders.length >= count &&
      publisher.transcoders.find((one, i) => i >= count - 1 && one.plan),
    `transcoder ${count}`,
  )
/** The connection's playlist once it lists `count` segments, or a later one. */
const listed = (publisher: TestPublisher, count: number, rendition = 0) =>
  waitFor(async () => {
    const text = await scene.playlist(publisher, rendition)
    return text !== null && text.split('#EXTINF').length > count ? text : null
  }, `${count} segments`)
/** The playlist once it has its end mark, which is written behind the last segment. */
const atItsEnd = (publisher: TestPublisher) =>
  waitFor(async () => {
    const text = await scene.playlist(publisher, 0)
    return text?.includes('#EXT-X-ENDLIST') ? text : null
  }, 'the end mark')
/** Seconds between the end of each segment and the beginning of the next, where they are not the same. */
const holes = (text: string) => {
  const segments = [...text.matchAll(/EXTINF:([\d.]+)|DATE-TIME:(.*)/g)]
  const dates = segments.flatMap(([, , date]) => (date === undefined ? [] : Date.parse(date) / 1000))
  const durations = segments.flatMap(([, seconds]) => (seconds === undefined ? [] : Number(seconds)))
  const gaps = dates.slice(1).map((date, i) => date - (dates[i] ?? 0) - (durations[i] ?? 0))
  return gaps.filter((gap) => Math.abs(gap) > 0.01)
}
const isDrained = async ({ publication }: TestPublisher) => {
  let drained = false
  void publication.drained.then(() => (drained = true))
  await new Promise((resolve) => setImmediate(resolve))
  return drained
}

describe('a publication', () => {
  it('passes through what already is what is asked for, once it has measured a group of pictures', async () => {
    const publisher = scene.publish([PASSING])
    publisher.send(1)
    expect(publisher.publication.stats()).toMatchObject({ passthrough: false, transcoderRestarts: 0 })
    publisher.send(2)
    expect(publisher.publication.stats()).toMatchObject({
      passthrough: true,
      video: { width: 320, height: 180, frameRate: 25, keyFrameIntervalSeconds: 1, profile: 'high' },
      audio: null,
    })
    await listed(publisher, 2)
    expect(publisher.transcoders).toEqual([])
  })

  it('may wait for a part of a segment where it is only packaged, into segments that nobody is close behind', async () => {
    const waits = async (plan: RenditionPlan) => {
      const publisher = scene.publish([plan])
      expect(publisher.publication.mayWait).toBe(0)
      publisher.send(3)
      const { passthrough } = publisher.publication.stats()
      const { mayWait } = publisher.publication
      publisher.leave()
      if (!passthrough) (await transcoder(publisher)).finish()
      await publisher.publication.drained
      return mayWait
    }
    expect(await waits(PASSING)).toBe(50)
    expect(await waits(SMALLER)).toBe(0)
    expect(await waits({ ...PASSING, lowLatency: true })).toBe(0)
  })

  it('tells players what a rendition may need, also of one that passes through and is next to nothing at first', async () => {
    const publisher = scene.publish([PASSING, SMALLER])
    publisher.send(2)
    const made = await transcoder(publisher)
    publisher.send(1)
    made.deliver()
    await listed(publisher, 1, 1)
    const text = await waitFor(() => scene.multivariant(publisher), 'the multivariant playlist')
    expect(text.match(/:BANDWIDTH=\d+/g)).toEqual([':BANDWIDTH=400000', ':BANDWIDTH=400000'])
  })

  it('dates its playlists by when media came, however late a transcoder is', async () => {
    const publisher = scene.publish([PASSING, SMALLER])
    const start = scene.clock.now()
    publisher.send(4)
    const made = await transcoder(publisher)
    scene.clock.advance(7000)
    made.deliver()
    for (const rendition of [0, 1]) {
      const dates = [...(await listed(publisher, 3, rendition)).matchAll(/DATE-TIME:(.*)/g)]
      const came = dates.map(([, date = '']) => Date.parse(date) - start)
      expect(came.slice(0, 3)).toEqual([40, 1040, 2040])
    }
  })

  it('transcodes what is asked for otherwise; each rendition gets its own output', async () => {
    const publisher = scene.publish([PASSING, SMALLER])
    publisher.send(2)
    const made = await transcoder(publisher)
    expect(made.plan?.video?.outputs).toEqual([SMALLER.video])
    publisher.send(2)
    made.deliver()
    await listed(publisher, 3, 0)
    await listed(publisher, 3, 1)
    expect(publisher.publication.stats()).toMatchObject({ passthrough: false, segments: 3 })
  })

  it('knows what is decoded, as long as it is', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(2)
    const first = await transcoder(publisher)
    const now = scene.clock.now()
    expect(publisher.publication.stats()).toMatchObject({ sound: null, picture: null })
    expect(scene.heard).toEqual([])
    first.measure()
    expect(scene.heard).toEqual([publisher.publication.connectionId])
    expect(publisher.publication.stats()).toMatchObject({
      sound: { shortTermLufs: -70, silentSince: now - 3000 },
      picture: { blackSince: now - 2000, frozenSince: null },
    })
    expect(publisher.publication.content.takeLevels()).toEqual([-120, -120])
    first.die()
    expect(publisher.publication.stats()).toMatchObject({ sound: null, picture: null })
  })

  it('transcodes from now on what no longer keeps what is promised', async () => {
    const publisher = scene.publish([PASSING])
    publisher.send(3)
    publisher.publication.checkPassthrough()
    expect(publisher.publication.stats().passthrough).toBe(true)
    // 25 pictures of 4 kB are twice of what is asked for.
    publisher.send(10, 4000)
    publisher.publication.checkPassthrough()
    expect(publisher.publication.stats().passthrough).toBe(false)
    const made = await transcoder(publisher)
    publisher.send(2, 4000)
    made.deliver()
    const goesOn = async () =>
      /#EXT-X-DISCONTINUITY\n[^]*#EXTINF/.test((await scene.playlist(publisher)) ?? '')
    await waitFor(goesOn, 'what was transcoded, after a discontinuity')
    expect(holes((await scene.playlist(publisher)) ?? '')).toEqual([])
  })

  it.each([
    ['from the second on', 1],
    ['later', 3],
  ])('transcodes what has key frames that decoding cannot start from: %s', async (_when, seconds) => {
    const publisher = scene.publish([PASSING])
    publisher.send(seconds)
    publisher.send(1.04, 100, NAL_TYPE.slice)
    publisher.publication.checkPassthrough()
    expect(publisher.publication.stats().passthrough).toBe(false)
    expect((await transcoder(publisher)).plan?.video?.outputs).toEqual([PASSING.video])
  })

  it('takes another size of the pictures to a transcoder', async () => {
    const publisher = scene.publish([PASSING])
    publisher.send(2)
    publisher.publication.arrival.announceVideo({
      ...SOURCE,
      ...{ width: 640, height: 360, decoderConfig: Uint8Array.of(2) },
    })
    expect((await transcoder(publisher)).plan?.video?.outputs).toEqual([PASSING.video])
  })
})

describe('where what passed through is transcoded from now on', () => {
  /** What passes is 0.6 s ahead of what is transcoded when the source is another one. */
  const changed = async () => {
    const publisher = scene.publish([PASSING, SMALLER])
    publisher.send(2)
    const first = await transcoder(publisher)
    publisher.send(1.4)
    first.deliver()
    publisher.send(0.6)
    publisher.publication.arrival.announceVideo({ ...SOURCE, decoderConfig: OTHER_CONFIG })
    return { publisher, first }
  }
  const lengthOf = (text: string) =>
    [...text.matchAll(/EXTINF:([\d.]+)/g)].reduce((sum, [, seconds]) => sum + Number(seconds), 0)

  it('the transcoder before delivers its last pictures first: no rendition loses any', async () => {
    const { publisher, first } = await changed()
    publisher.send(1)
    expect([first.isEnded, publisher.transcoders.length]).toEqual([true, 1])
    first.finish()
    const second = await transcoder(publisher, 2)
    expect(second.plan?.video?.outputs).toEqual([PASSING.video, SMALLER.video])
    publisher.send(1)
    second.deliver()
    publisher.leave()
    second.finish()
    await publisher.publication.drained
    await publisher.publication.stream.end()
    for (const rendition of [0, 1]) {
      const text = (await scene.playlist(publisher, rendition)) ?? ''
      expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
      expect(holes(text)).toEqual([])
      expect(lengthOf(text)).toBeCloseTo(6)
    }
  })

  it('one that hangs is waited for 3 s, and one that died is not', async () => {
    const hanging = await changed()
    scene.clock.advance(2_999)
    expect(hanging.publisher.transcoders).toHaveLength(1)
    scene.clock.advance(1)
    await transcoder(hanging.publisher, 2)
    expect(hanging.first.isClosed).toBe(true)
    const dying = await changed()
    dying.first.die()
    await transcoder(dying.publisher, 2)
    expect(dying.publisher.publication.stats().transcoderRestarts).toBe(0)
  })

  it('and the publisher leaves meanwhile: all that it sent is shown', async () => {
    const { publisher, first } = await changed()
    publisher.send(1)
    publisher.leave()
    first.finish()
    const second = await transcoder(publisher, 2)
    second.finish()
    await publisher.publication.drained
    await publisher.publication.stream.end()
    for (const rendition of [0, 1]) {
      expect(lengthOf((await scene.playlist(publisher, rendition)) ?? '')).toBeCloseTo(5)
    }
  })
})

describe('a transcoder that dies', () => {
  it('is replaced; viewers go on after a discontinuity, and see nothing twice', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(3)
    const first = await transcoder(publisher)
    first.deliver()
    await listed(publisher, 2)
    first.die()
    const second = await transcoder(publisher, 2)
    publisher.send(3)
    second.deliver()
    const text = await listed(publisher, 5)
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
    expect(text.split('#EXTINF').length - 1).toBe(5)
    expect(publisher.publication.stats().transcoderRestarts).toBe(1)
    expect(publisher.closes).toEqual([])
  })

  it('leaves no hole where the publisher sent key frames since', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(1.4)
    const first = await transcoder(publisher)
    publisher.send(2)
    first.deliver()
    publisher.send(1.8)
    first.die()
    const second = await transcoder(publisher, 2)
    publisher.send(1)
    second.deliver()
    const text = await listed(publisher, 6)
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
    expect(holes(text)).toEqual([])
  })

  it('leaves no hole in sound that is passed through, and one discontinuity', async () => {
    // Too many bits for the picture to be passed through.
    const rendition = { ...PASSING, audio: { bitRateBps: 96_000 } }
    const publisher = scene.publish([rendition])
    const { arrival } = publisher.publication
    arrival.announceAudio(SOUND)
    let block = 0
    const send = (seconds: number) => {
      for (let frame = 0; frame < seconds * 25; frame++) {
        publisher.send(0.04, 4000)
        for (; block * BLOCK_MS < publisher.sentMs; block++) {
          const dts = block * BLOCK_MS
          arrival.unit({ kind: 'audio', dts, pts: dts, key: true, data: new Uint8Array(250) })
        }
      }
    }
    send(3.4)
    const first = await transcoder(publisher)
    expect(first.plan?.audio).toBeNull()
    first.deliver()
    await listed(publisher, 2)
    send(1.2)
    first.die()
    const second = await transcoder(publisher, 2)
    send(2)
    second.deliver()
    const text = await listed(publisher, 5)
    expect(text.match(/#EXT-X-DISCONTINUITY\n/g)).toHaveLength(1)
    expect(text.match(/#EXT-X-MAP/g)).toHaveLength(2)
  })

  it('again and again is replaced after longer and longer pauses, and the sixth time given up', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(1)
    for (const [died, pauseMs] of [0, 250, 1000, 2000, 4000].entries()) {
      const current = await transcoder(publisher, died + 1)
      current.die()
      scene.clock.advance(Math.max(0, pauseMs - 1))
      if (pauseMs > 0) expect(publisher.transcoders).toHaveLength(died + 1)
      scene.clock.advance(1)
    }
    const last = await transcoder(publisher, 6)
    expect(publisher.closes).toEqual([])
    last.die()
    expect(publisher.closes).toEqual(['media-failed'])
    expect(scene.told).toEqual([{ connectionId: publisher.publication.connectionId, reason: 'media-failed' }])
  })
})

describe('the end of a publication', () => {
  it('is told once, whoever says it', () => {
    const publisher = scene.publish()
    publisher.leave()
    publisher.publication.closed('client-lost', 5)
    expect(scene.told).toEqual([
      { connectionId: publisher.publication.connectionId, reason: 'client-closed' },
    ])
  })

  it('before its first group of pictures was complete is shown still', async () => {
    const publisher = scene.publish([PASSING])
    publisher.send(0.4)
    publisher.leave()
    const made = await transcoder(publisher)
    expect(made.isEnded).toBe(true)
    made.finish()
    await publisher.publication.drained
    expect(await listed(publisher, 1)).toContain('#EXTINF:0.4')
  })

  it.each([
    ['client-closed', 1],
    ['client-lost', 1],
    ['unsupported-codec', 0],
    ['protocol-error', 0],
  ] as const)(
    'before pictures showed themselves: sound, after %s, goes to %d transcoders',
    async (reason, count) => {
      const publisher = scene.publish([{ ...PASSING, audio: { bitRateBps: 96_000 } }])
      const { arrival } = publisher.publication
      arrival.announceAudio(SOUND)
      for (const dts of [0, 21]) {
        arrival.unit({ kind: 'audio', dts, pts: dts, key: true, data: new Uint8Array(250) })
      }
      publisher.leave(reason)
      if (count > 0) {
        const made = await transcoder(publisher)
        expect(made.plan).toMatchObject({ video: null, audio: { sampleRate: 48_000 } })
        made.finish()
      }
      await publisher.publication.drained
      expect(publisher.transcoders).toHaveLength(count)
    },
  )

  it('waits for the last pictures of a transcoder', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(2)
    const made = await transcoder(publisher)
    publisher.leave()
    expect([made.isEnded, await isDrained(publisher)]).toEqual([true, false])
    made.finish()
    await publisher.publication.drained
    expect((await listed(publisher, 2)).split('#EXTINF').length - 1).toBe(2)
    expect(made.isClosed).toBe(true)
  })

  it('waits no longer than 15 s for one that hangs', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(2)
    const made = await transcoder(publisher)
    publisher.leave()
    scene.clock.advance(DRAIN_MS - 1)
    expect(await isDrained(publisher)).toBe(false)
    scene.clock.advance(1)
    await publisher.publication.drained
    expect(made.isClosed).toBe(true)
  })

  it('waits for one that is far behind as long as it goes on delivering', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(2)
    const made = await transcoder(publisher)
    publisher.leave()
    scene.clock.advance(DRAIN_MS - 1)
    made.deliver()
    scene.clock.advance(DRAIN_MS - 1)
    expect(await isDrained(publisher)).toBe(false)
    scene.clock.advance(1)
    await publisher.publication.drained
    expect((await atItsEnd(publisher)).match(/#EXTINF/g)).toHaveLength(2)
  })

  it('waits for no transcoder that dies meanwhile, and starts no other', async () => {
    const publisher = scene.publish([SMALLER])
    publisher.send(2)
    const made = await transcoder(publisher)
    publisher.leave()
    made.die()
    await publisher.publication.drained
    scene.clock.advance(DRAIN_MS)
    expect(publisher.transcoders).toHaveLength(1)
  })
})
