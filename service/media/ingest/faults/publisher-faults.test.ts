import { describe, expect, it } from 'vitest'
import { armedRules } from '../../../../test/support/armed-rules.ts'
import { ManualClock } from '../../../../test/support/manual-clock.ts'
import type { FaultInput } from '../../../contract/faults.ts'
import type { ArrivedUnit } from '../source.ts'
import { IngestFaults } from './ingest-faults.ts'
import { ShiftedClock } from './shifted-clock.ts'

type Effect = Extract<FaultInput, { at: 'publisher' }>['effect']

const CHANNEL = { channelId: 'channel', connectionId: 'one', systemId: 'system' }
const rule = (effect: Effect, more: object = {}): FaultInput => ({
  id: 'it',
  at: 'publisher',
  effect,
  ...more,
})

function encoder(faults: readonly FaultInput[]) {
  const clock = new ManualClock()
  const { rules, arm, counts } = armedRules(faults, clock)
  const ingest = new IngestFaults(rules, clock)
  const made = ingest.of(CHANNEL)
  if (!made) throw new Error('There are no faults.')
  return { clock, arm, counts, ingest, ...made }
}

/** Groups of 10 pictures, each shown 40 ms after it is decoded. */
function frames(count: number, from = 0): ArrivedUnit[] {
  return Array.from({ length: count }, (_, n) => {
    const i = from + n
    return { kind: 'video', dts: i * 40, pts: i * 40 + 40, key: i % 10 === 0, data: Uint8Array.of(i) }
  })
}
const namesOf = (units: readonly (ArrivedUnit | null)[]) => units.map((unit) => unit?.data[0] ?? null)

describe('pictures that stand still', () => {
  it('are the last key frame, at the time and in the place of each', () => {
    const { media, arm } = encoder([])
    namesOf(frames(15).map((unit) => media.picture(unit)))
    arm([rule({ kind: 'freeze' })])
    const shown = frames(10, 15).map((unit) => media.picture(unit))
    expect(namesOf(shown)).toEqual(Array(10).fill(10))
    expect(shown.map((unit) => unit?.dts)).toEqual(frames(10, 15).map(({ dts }) => dts))
    expect(shown.map((unit) => unit?.pts)).toEqual(frames(10, 15).map(({ pts }) => pts))
    expect(shown.every((unit) => unit?.key)).toBe(true)
  })

  it('move again from the next key frame on when the fault is over, and not before', () => {
    const { media, arm, counts } = encoder([rule({ kind: 'freeze' })])
    for (const unit of frames(15)) media.picture(unit)
    arm([])
    expect(namesOf(frames(10, 15).map((unit) => media.picture(unit)))).toEqual([
      ...Array<number>(5).fill(0),
      ...[20, 21, 22, 23, 24],
    ])
    expect(counts()).toEqual([])
  })

  it('wait for a key frame where none has come since the decoder was configured anew', () => {
    const { media, arm } = encoder([])
    for (const unit of frames(15)) media.picture(unit)
    media.reconfigured()
    arm([rule({ kind: 'freeze' })])
    expect(namesOf(frames(7, 15).map((unit) => media.picture(unit)))).toEqual([15, 16, 17, 18, 19, 20, 20])
  })

  it('count each frame that stands still', () => {
    const { media, counts } = encoder([rule({ kind: 'freeze' })])
    for (const unit of frames(10)) media.picture(unit)
    expect(counts()).toMatchObject([{ asked: 1, hits: 10 }])
  })
})

describe('lost frames', () => {
  it('are the last of each group, so that the rest can be decoded', () => {
    const { media, counts } = encoder([rule({ kind: 'lose-frames', share: 0.3 })])
    const left = namesOf(frames(30).map((unit) => media.picture(unit))).filter((name) => name !== null)
    // How long a group is, the first one tells.
    expect(left).toEqual([...Array(17).keys(), 20, 21, 22, 23, 24, 25, 26])
    expect(counts()).toMatchObject([{ hits: 6 }])
  })

  it('leave the key frames also where all are to be lost', () => {
    const { media } = encoder([rule({ kind: 'lose-frames', share: 1 })])
    const left = namesOf(frames(40).map((unit) => media.picture(unit))).slice(10)
    expect(left.filter((name) => name !== null)).toEqual([10, 20, 30])
  })

  it('are any where they are to do damage, about as many as were asked for', () => {
    const { media } = encoder([rule({ kind: 'lose-frames', share: 0.5, damaging: true })])
    const left = frames(200).map((unit) => media.picture(unit))
    const lost = left.filter((unit) => unit === null).length
    expect(lost).toBeGreaterThan(70)
    expect(lost).toBeLessThan(130)
    expect(left.some((unit, i) => unit === null && left[i + 1]?.key === false)).toBe(true)
  })

  it('end with the group of pictures in which the fault ends', () => {
    const { media, arm } = encoder([rule({ kind: 'lose-frames', share: 0.5 })])
    for (const unit of frames(16)) media.picture(unit)
    arm([])
    expect(namesOf(frames(6, 16).map((unit) => media.picture(unit)))).toEqual([
      null,
      null,
      null,
      null,
      20,
      21,
    ])
  })
})

describe('a clock that drifts', () => {
  it('runs fast or slow, and goes on from there when it is right again', () => {
    const clock = new ShiftedClock()
    expect([0, 1000, 2000].map((at) => clock.at(at, 0))).toEqual([0, 1000, 2000])
    expect([3000, 4000].map((at) => clock.at(at, 10_000))).toEqual([3010, 4020])
    expect([5000, 6000].map((at) => clock.at(at, 0))).toEqual([5020, 6020])
    expect(clock.at(7000, -20_000)).toBe(7000)
  })

  it('keeps sound and pictures in step that go back a little, and passes the end of 32 bits', () => {
    const clock = new ShiftedClock()
    const end = 2 ** 32 - 1000
    expect(clock.at(end, 100_000)).toBe(end)
    expect(clock.at(end - 10, 100_000)).toBe(end - 11)
    expect(clock.at(990, 100_000)).toBe(990 + 199)
  })

  it('is that of the encoder alone that the fault names', () => {
    const { media } = encoder([rule({ kind: 'drift', ppm: 100_000 }, { match: { channelId: 'other' } })])
    expect([0, 1000].map((at) => media.timestamp(at))).toEqual([0, 1000])
    const hit = encoder([rule({ kind: 'drift', ppm: 100_000 }, { match: { systemId: 'system' } })])
    expect([0, 1000].map((at) => hit.media.timestamp(at))).toEqual([0, 1100])
  })
})

describe('an encoder that is cut off', () => {
  it('is cut once, and its channel is away for the time that the fault says', () => {
    const { media, onCut, ingest, clock } = encoder([rule({ kind: 'drop', awayMs: 20_000 })])
    const cut = media.cut()
    if (!cut) throw new Error('It was not cut.')
    onCut(cut)
    expect(media.cut()).toBeNull()
    clock.advance(19_999)
    expect([ingest.isAway('channel'), ingest.isAway('other')]).toEqual([true, false])
    clock.advance(1)
    expect(ingest.isAway('channel')).toBe(false)
  })

  it('comes back when the fault is over by time or disarmed, and not because it was to hit once', () => {
    const cutBy = (more: object) => {
      const made = encoder([rule({ kind: 'drop', awayMs: 20_000 }, more)])
      const cut = made.media.cut()
      if (cut) made.onCut(cut)
      return made
    }
    const once = cutBy({ ends: { afterHits: 1 } })
    expect(once.ingest.isAway('channel')).toBe(true)
    once.arm([])
    expect(once.ingest.isAway('channel')).toBe(false)
    const timed = cutBy({ ends: { afterMs: 5000 } })
    timed.clock.advance(5000)
    expect(timed.ingest.isAway('channel')).toBe(false)
  })

  it('is no other one: share, every and after choose among encoders, once for each', () => {
    const clock = new ManualClock()
    const { rules } = armedRules([rule({ kind: 'drop' }, { match: { after: 1 } })], clock)
    const ingest = new IngestFaults(rules, clock)
    const cuts = ['one', 'two', 'three'].map((connectionId) => {
      const media = ingest.of({ ...CHANNEL, connectionId })?.media
      return [media?.cut(), media?.cut()].map((cut) => cut !== null)
    })
    expect(cuts).toEqual([
      [false, false],
      [true, false],
      [true, false],
    ])
  })

  it('is none where nobody ever told of faults', () => {
    const clock = new ManualClock()
    expect(new IngestFaults(armedRules(null, clock).rules, clock).of(CHANNEL)).toBeNull()
  })
})
