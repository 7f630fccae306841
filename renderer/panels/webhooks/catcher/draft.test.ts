import { describe, expect, it } from 'vitest'
import type { CatcherView } from '../../../../service/contract/console/catchers.ts'
import { draftOf, problemsOf, requestOf } from './draft.ts'

const VIEW: CatcherView = {
  ...{ name: 'app', url: 'http://127.0.0.1:9/hooks/app', requests: 0, lastArrivedAt: null },
  ...{ answer: { kind: 'custom', status: 503, body: 'no' }, delayMs: 250 },
}

describe('the form of a catcher', () => {
  it('gives back what it was opened with', () => {
    const { name, answer, delayMs } = VIEW
    expect(requestOf(draftOf(VIEW))).toEqual({ name, answer, delayMs })
    const refuse = { ...VIEW, answer: { kind: 'refuse', reason: 'full' } } as const
    expect(requestOf(draftOf(refuse)).answer).toEqual(refuse.answer)
  })

  it('allows at once unless something else is chosen', () => {
    expect(requestOf({ ...draftOf(null), name: ' app ' })).toEqual({
      ...{ name: 'app', answer: { kind: 'allow' }, delayMs: 0 },
    })
  })

  it('finds broken rules by the field that they stand in', () => {
    expect(Object.keys(problemsOf(draftOf(null), true))).toEqual(['name'])
    const wrong = { ...draftOf(VIEW), name: 'NO', status: '', delayMs: 30_001 } as const
    expect(Object.keys(problemsOf(wrong, true)).sort()).toEqual(['delayMs', 'name', 'status'])
    expect(Object.keys(problemsOf(wrong, false)).sort()).toEqual(['delayMs', 'status'])
    expect(problemsOf({ ...wrong, kind: 'allow', delayMs: 0 }, false)).toEqual({})
  })
})
