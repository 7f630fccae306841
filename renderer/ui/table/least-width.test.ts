import { expect, test } from 'vitest'
import { leastWidth } from './least-width.ts'

test.each([
  ['32px 96px', 128],
  ['88px minmax(200px, 2fr) minmax(0, 1fr) 72.5px', 360.5],
  ['minmax(140px,1.4fr) minmax(110px, 300px)', 250],
  ['1fr auto', 0],
])('%s ask for %d px', (widths, least) => expect(leastWidth(widths)).toBe(least))
