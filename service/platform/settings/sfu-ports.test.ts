import { expect, test } from 'vitest'
import { sfuPorts } from './sfu-ports.ts'

test.each([
  ['the usual ones', [8445, 8446], 3, [8445, 8447, 8449], [8446, 8448, 8450]],
  ['one process each', [8445, 8446], 1, [8445], [8446]],
  ['far apart', [5000, 7001], 2, [5000, 5002], [7001, 7003]],
  ['one that the other environment begins with', [5000, 5002], 3, [5000, 5004, 5008], [5002, 5006, 5010]],
  ['the other way round', [5002, 5000], 2, [5002, 5004], [5000, 5006]],
  ['any free ones', [0, 8446], 2, [0, 0], [8446, 8448]],
  ['at the end of all numbers', [65_533, 65_534], 3, [65_533, 65_535, 0], [65_534, 0, 0]],
] as const)(
  'two above each other, without those of the other environment: %s',
  (_, first, count, normal, other) => {
    expect(sfuPorts(first, count)).toEqual([normal, other])
  },
)
