import { describe, expect, it } from 'vitest'
import { RECORDING_EVENTS, RECORDING_LIVES, recordingDiagram, recordingStep } from './recording-machine.ts'
import type { RecordingLife } from './recording-machine.ts'

const next = (state: RecordingLife, event: (typeof RECORDING_EVENTS)[number]) => {
  const step = recordingStep(state, event)
  return typeof step === 'string' ? step : step.to
}

describe('the life of a recording', () => {
  it('answers every event in every state', () => {
    for (const state of RECORDING_LIVES) {
      for (const event of RECORDING_EVENTS) expect(recordingStep(state, event)).toBeDefined()
    }
  })

  it('goes from recording to available, or fails', () => {
    expect(next('recording', 'writer-ended')).toBe('sealing')
    expect(next('sealing', 'sealed')).toBe('uploading')
    expect(next('uploading', 'all-uploaded')).toBe('available')
    expect(next('sealing', 'sealed-in-part')).toBe('failed')
    expect(next('sealing', 'nothing-left')).toBe('failed')
    expect(next('sealing', 'nothing-recorded')).toBe('removed')
    expect(next('uploading', 'copy-lost')).toBe('failed')
  })

  it('can be told everything twice, and everything late', () => {
    const repeatable = RECORDING_EVENTS.filter((e) => e !== 'nothing-recorded' && e !== 'nothing-left')
    for (const state of ['available', 'failed', 'removed'] as const) {
      expect(repeatable.map((event) => next(state, event))).toEqual(repeatable.map(() => 'ignored'))
    }
    expect(next('sealing', 'writer-ended')).toBe('ignored')
    expect(next('uploading', 'sealed')).toBe('ignored')
  })

  it('tells of itself at its end, once', () => {
    const told = RECORDING_LIVES.flatMap((state) =>
      RECORDING_EVENTS.flatMap((event) => {
        const step = recordingStep(state, event)
        if (typeof step === 'string') return []
        return step.effects.some((effect) => effect.startsWith('tell')) ? [[state, step.to]] : []
      }),
    )
    expect(told.every(([from, to]) => from !== to)).toBe(true)
    expect(new Set(told.map(([, to]) => to))).toEqual(new Set(['available', 'failed']))
  })

  it('draws itself', () => {
    expect(recordingDiagram()).toContain(
      '  uploading --> available: all-uploaded / note-finish, tell-created',
    )
    expect(recordingDiagram()).toContain('  failed --> [*]')
  })
})
