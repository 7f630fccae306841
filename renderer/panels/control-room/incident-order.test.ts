import { expect, test } from 'vitest'
import type { IncidentView } from '../../../service/contract/console/incidents.ts'
import { stopped } from '../../../test/support/console-incident-scenes.ts'
import { drawn, MOST_FOLDED, toldInFull, worstFirst } from './incident-order.ts'

const incident = (id: string, fields: Partial<IncidentView> = {}): IncidentView => ({
  ...stopped,
  id,
  ...fields,
})
const noted = { acknowledged: { at: 1, by: 'Aiko Tanaka' } }
const ids = (incidents: readonly IncidentView[]) => incidents.map(({ id }) => id).join(' ')

test('what goes on stands first, the worst of it before the newest; what is over, the newest first', () => {
  const list = [
    incident('over', { overAt: 9, outcome: 'back', beganAt: 5 }),
    incident('over later', { overAt: 9, outcome: 'back', beganAt: 6 }),
    incident('mute', { kind: 'no-audio', beganAt: 8 }),
    incident('blind', { kind: 'no-video', beganAt: 7 }),
    incident('older', { beganAt: 3 }),
    incident('newer', { beganAt: 4 }),
  ]
  expect(ids(worstFirst(list))).toBe('newer older blind mute over later over')
})

test('told in full is what was chosen, else the first that nobody has taken note of', () => {
  const list = [incident('a', noted), incident('b'), incident('c')]
  expect(toldInFull(list, null)?.id).toBe('b')
  expect(toldInFull(list, 'c')?.id).toBe('c')
  expect(toldInFull(list, 'gone')?.id).toBe('b')
  expect(toldInFull([incident('a', noted), incident('b', noted)], null)?.id).toBe('a')
  expect(toldInFull([], null)).toBeNull()
})

test('of many a few lines are drawn, and always the one that is told in full', () => {
  const list = Array.from({ length: 9 }, (_, i) => incident(String(i)))
  const last = list.at(-1) ?? null
  expect(ids(drawn(list, last, false))).toBe('0 1 2 3 8')
  expect(drawn(list, last, true)).toEqual(list)
  expect(drawn(list.slice(0, MOST_FOLDED + 1), list[0] ?? null, false)).toHaveLength(MOST_FOLDED + 1)
})
