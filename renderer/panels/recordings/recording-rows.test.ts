import { expect, it } from 'vitest'
import { recordingView } from '../../../test/support/console-views.ts'
import { byBroadcast } from './recording-rows.ts'

it('shows the renditions of a broadcast in their order, below the first', () => {
  const of = (connectionId: string, rendition: number, sequence: number) =>
    recordingView({ connectionId, rendition, sequence })
  const rows = byBroadcast([of('B', 1, 9), of('B', 0, 8), of('A', 2, 7), of('A', 0, 5), of('A', 1, 6)])
  expect(rows.map((row) => [row.connectionId, row.rendition, row.leads, row.ends])).toEqual([
    ['B', 0, true, false],
    ['B', 1, false, true],
    ['A', 0, true, false],
    ['A', 1, false, false],
    ['A', 2, false, true],
  ])
})
