import { describe, expect, it } from 'vitest'
import type { SpotlightStats } from '../../../contract/sfu-stats.ts'
import { FocusCounters } from './focus-counters.ts'

const PACKET_MS = 20

/** One who sends a packet of sound every 20 ms, to a spotlight that the test plays. */
function setUp() {
  const counters = new FocusCounters()
  let now = 10_000.5
  const send = (packets: number, isAudible: boolean, isSpeech: boolean) => {
    for (let i = 0; i < packets; i++) {
      counters.heard(isAudible, isSpeech, now)
      counters.decided(isSpeech)
      now += PACKET_MS
    }
  }
  return {
    counters,
    beQuiet: (packets: number) => send(packets, false, false),
    beHeard: (packets: number) => send(packets, true, false),
    speak: (packets: number) => send(packets, true, true),
    /** The packet of speech that brings it into focus. */
    speakIntoFocus: () => {
      counters.heard(true, true, now)
      counters.changed(true, now)
      counters.decided(true)
      now += PACKET_MS
    },
    focus: (isFocused: boolean) => counters.changed(isFocused, now),
    pass: (ms: number) => (now += ms),
    stats: () => {
      const entries = Object.entries(counters.stats(now) satisfies SpotlightStats)
      return Object.fromEntries(entries.filter(([, count]) => count > 0))
    },
  }
}

describe('sound out of focus', () => {
  it('is counted by whether it was speech, and in focus not at all', () => {
    const { beQuiet, beHeard, speak, speakIntoFocus, focus, stats } = setUp()
    beQuiet(10)
    beHeard(5)
    speak(7)
    expect(stats()).toEqual({
      total_spotlight_unfocus_audio_out_packet: 15,
      total_spotlight_unfocus_audio_no_room: 7,
    })
    speakIntoFocus()
    speak(100)
    beQuiet(100)
    expect(stats()).toMatchObject({
      total_spotlight_unfocus_audio_out_packet: 15,
      total_spotlight_unfocus_audio_no_room: 7,
    })
    focus(false)
    speak(1)
    expect(stats()).toMatchObject({ total_spotlight_unfocus_audio_no_room: 8 })
  })
})

describe('who comes into focus', () => {
  it('by speech, is counted with the time since it was first heard, pauses and all', () => {
    const { beHeard, speak, beQuiet, speakIntoFocus, stats } = setUp()
    beHeard(5)
    beQuiet(70)
    speak(5)
    speakIntoFocus()
    expect(stats()).toMatchObject({
      total_spotlight_focus_succeeded: 1,
      total_spotlight_unfocus_audio_publish: 1,
      total_spotlight_audible_to_focus_delay_us: 80 * PACKET_MS * 1000,
    })
    expect(stats()).not.toHaveProperty('total_spotlight_focus_failed')
  })

  it('again, adds the time since it was first heard after it had lost it', () => {
    const { speak, speakIntoFocus, focus, stats } = setUp()
    speakIntoFocus()
    speak(50)
    focus(false)
    speak(3)
    speakIntoFocus()
    expect(stats()).toMatchObject({
      total_spotlight_focus_succeeded: 2,
      total_spotlight_unfocus_audio_publish: 2,
      total_spotlight_audible_to_focus_delay_us: 3 * PACKET_MS * 1000,
    })
  })

  it('in silence, by an operation, is counted without a time', () => {
    const { beQuiet, beHeard, focus, stats } = setUp()
    beQuiet(3)
    beHeard(1)
    focus(true)
    focus(true)
    expect(stats()).toEqual({
      total_spotlight_focus_succeeded: 1,
      total_spotlight_unfocus_audio_out_packet: 4,
    })
  })

  it('after it has fallen silent, failed before', () => {
    const { speak, pass, focus, stats } = setUp()
    speak(10)
    pass(1_500)
    focus(true)
    expect(stats()).toEqual({
      total_spotlight_focus_failed: 1,
      total_spotlight_focus_succeeded: 1,
      total_spotlight_unfocus_audio_no_room: 10,
    })
  })
})

describe('who does not come into focus', () => {
  it('has failed once, when it has been silent for 1.5 s, whoever notices', () => {
    const { speak, beQuiet, pass, stats } = setUp()
    speak(20)
    // The last packet of speech was 20 ms before.
    pass(1_479)
    expect(stats()).not.toHaveProperty('total_spotlight_focus_failed')
    pass(1)
    expect(stats()).toMatchObject({ total_spotlight_focus_failed: 1 })
    speak(20)
    beQuiet(100)
    speak(20)
    expect(stats()).toMatchObject({ total_spotlight_focus_failed: 2 })
    beQuiet(100)
    pass(60_000)
    expect(stats()).toMatchObject({ total_spotlight_focus_failed: 3 })
  })

  it('has not failed where it did not speak', () => {
    const { beHeard, beQuiet, stats } = setUp()
    beHeard(2)
    beQuiet(200)
    expect(stats()).toEqual({ total_spotlight_unfocus_audio_out_packet: 202 })
  })
})
