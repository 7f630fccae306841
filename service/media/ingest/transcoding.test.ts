import { describe, expect, it } from 'vitest'
import { SetClock } from '../../../test/support/set-clock.ts'
import type { Track } from '../../contract/media.ts'
import { createLogger } from '../../platform/logger.ts'
import type { LinkFrame, LinkPeer } from '../link/media-link.ts'
import type { TranscodePlan } from '../link/plan.ts'
import type { SourceUnit } from './source.ts'
import { Transcoding } from './transcoding.ts'

const [OLD, NEW] = [new Uint8Array([1]), new Uint8Array([2])]
const plan: TranscodePlan = {
  video: { codec: 'h264', decoderConfig: NEW, outputs: [] },
  audio: null,
  preset: 'veryfast',
}
const sound = (dts: number): SourceUnit => ({
  ...{ kind: 'audio', dts, pts: dts, key: true, data: new Uint8Array(9), decoderConfig: NEW },
})
const picture = (dts: number, decoderConfig: Uint8Array, key = false): SourceUnit => ({
  ...{ kind: 'video', dts, pts: dts, key, data: new Uint8Array(), decoderConfig },
})

function setUp() {
  const sent: string[] = []
  const backlog: SourceUnit[] = []
  const asked = { keys: 0 }
  const ended = { givenUp: false }
  let gone: (error: Error | null) => void = () => undefined
  let takes = true
  let makes: (frame: LinkFrame) => void = () => undefined
  const clock = new SetClock()
  const say = (frame: LinkFrame) => {
    if (frame.type === 'plan') return `plan ${String(frame.plan.video?.decoderConfig)}`
    if (frame.type === 'video-config') return `config ${String(frame.decoderConfig)}`
    if (frame.type === 'audio') return `sound ${frame.unit.dts}, ${frame.unit.data.length} bytes`
    return frame.type === 'video' ? `picture ${frame.unit.dts}` : frame.type
  }
  const peer: LinkPeer = {
    backlogBytes: 0,
    send: (frame) => takes && sent.push(say(frame)) > 0,
    onFrame: (listener) => (makes = listener),
    onClose: (listener) => (gone = listener),
    onDrain: () => undefined,
    pause: () => undefined,
    resume: () => undefined,
    close: () => undefined,
  }
  const ignore = () => undefined
  const transcoding = new Transcoding({
    connect: async () => peer,
    backlog: () => backlog,
    from: () => -Infinity,
    onKeyWanted: () => (asked.keys += 1),
    ...{
      onConsuming: ignore,
      onTrack: ignore,
      onUnit: ignore,
      onMeasured: ignore,
      onRestart: ignore,
    },
    onGivenUp: () => (ended.givenUp = true),
    ...{ clock, logger: createLogger('silent') },
  })
  const started = () => new Promise((resolve) => setImmediate(resolve))
  return {
    ...{ transcoding, backlog, sent, asked, ended, started, clock },
    ...{ die: () => gone(null), block: () => (takes = false), make: (frame: LinkFrame) => makes(frame) },
  }
}

describe('a transcoder that starts', () => {
  it('decodes what waits by the configuration of then, and what follows by that of now', async () => {
    const { transcoding, backlog, sent, started } = setUp()
    backlog.push(picture(0, OLD, true), picture(40, OLD), picture(80, NEW, true))
    transcoding.run(plan)
    await started()
    transcoding.push(picture(120, NEW))
    expect(sent).toEqual(['plan 1', 'picture 0', 'picture 40', 'config 2', 'picture 80', 'picture 120'])
  })

  it('is told how far sound has come that is passed through', async () => {
    const { transcoding, backlog, sent, started } = setUp()
    backlog.push(picture(0, NEW, true), sound(10))
    transcoding.run(plan)
    await started()
    transcoding.push(sound(31))
    expect(sent).toEqual(['plan 2', 'picture 0', 'sound 10, 0 bytes', 'sound 31, 0 bytes'])
  })

  it('where no key frame is at hand has one asked for', async () => {
    const { transcoding, backlog, asked, started, die } = setUp()
    backlog.push(picture(0, NEW, true))
    transcoding.run(plan)
    await started()
    expect(asked.keys).toBe(0)
    backlog.length = 0
    die()
    expect(asked.keys).toBe(1)
  })

  it('and cannot keep up loses whole groups of pictures, and a key frame is asked for', async () => {
    const { transcoding, asked, sent, started, block } = setUp()
    transcoding.run({ ...plan })
    await started()
    const before = asked.keys
    block()
    transcoding.push(picture(0, NEW, true))
    transcoding.push(picture(40, NEW))
    expect([asked.keys - before, sent]).toEqual([1, ['plan 2']])
  })
})

it('is given up after six deaths within ten minutes, not where the clock is set back between them', async () => {
  const { transcoding, ended, started, clock, die } = setUp()
  transcoding.run(plan)
  await started()
  const dieAndStart = async () => {
    die()
    clock.advance(5_000)
    await started()
  }
  for (let i = 0; i < 5; i++) await dieAndStart()
  clock.step = -3_600_000
  clock.advance(11 * 60_000)
  for (let i = 0; i < 5; i++) await dieAndStart()
  expect(ended.givenUp).toBe(false)
  die()
  expect(ended.givenUp).toBe(true)
})

describe('a transcoder that falls behind', () => {
  const track = { kind: 'video', timescale: 90_000 } as Track
  const made = (index: number, ms: number): LinkFrame => ({
    ...{ type: 'unit', kind: 'video', index },
    unit: { pts: ms * 90, dts: ms * 90, duration: 3600, key: false, data: new Uint8Array() },
  })

  it('is known by the latest of what it makes, until another one begins', async () => {
    const { transcoding, started, clock, make, die } = setUp()
    transcoding.run(plan)
    await started()
    for (const index of [0, 1]) make({ type: 'track', kind: 'video', index, track })
    const run = (until: number) => {
      for (; clock.now() - begun < until; clock.advance(40)) {
        const ms = clock.now() - begun
        transcoding.push(picture(ms, NEW, true))
        make(made(0, ms - 300))
        make(made(1, ms - 4000))
        make({ ...made(0, 0), kind: 'audio' } as LinkFrame)
      }
    }
    const begun = clock.now()
    run(4000)
    expect(transcoding.behindMs).toBeNull()
    run(8000)
    expect(transcoding.behindMs).toBe(4000)
    die()
    expect(transcoding.behindMs).toBeNull()
  })
})
