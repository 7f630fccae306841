import { describe, expect, it, vi } from 'vitest'
import { createLogger } from './logger.ts'

it('writes nothing that a terminal obeys or that turns text, whoever said it', () => {
  const lines: string[] = []
  const logger = createLogger('info', { write: (line) => void lines.push(line) })
  const said = 'a\0\u001b[2J\u007f\u009b31m\u202eb\u2066c\u2028d\ne ライブ 🎥'
  logger.info({ client: said, [`key \u202e`]: 1 }, `said ${said}`)
  const [line = ''] = lines
  expect(line.trimEnd()).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]/u)
  expect(JSON.parse(line)).toMatchObject({ client: said, [`key \u202e`]: 1, msg: `said ${said}` })
  expect(line).toContain('ライブ 🎥')
})

describe('lines that others cause', () => {
  it('with the same words are 60 in a minute; then it is said how many were left out', () => {
    let now = 0
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) }, () => now)
    for (let i = 0; i < 100_000; i++) logger.warn({ i }, 'publisher refused')
    logger.warn('something else')
    expect(lines).toHaveLength(61)
    now = 60_000
    logger.warn({ i: 7 }, 'publisher refused')
    expect(lines.slice(61).map((line) => JSON.parse(line) as object)).toMatchObject([
      { msg: 'publisher refused', left_out: 99_940 },
      { msg: 'publisher refused', i: 7 },
    ])
  })

  it('are written again after a minute also where the clock of the computer was set back', () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    for (let i = 0; i < 61; i++) logger.warn('publisher refused')
    const passed = performance.now() + 60_000
    const set = [
      vi.spyOn(Date, 'now').mockReturnValue(0),
      vi.spyOn(performance, 'now').mockReturnValue(passed),
    ]
    logger.warn('publisher refused')
    for (const spy of set) spy.mockRestore()
    expect(lines.at(-1)).toContain('publisher refused')
    expect(lines).toHaveLength(62)
  })

  it('are no longer than 8 KiB and stay JSON', () => {
    const lines: string[] = []
    const logger = createLogger('info', { write: (line) => void lines.push(line) })
    logger.error({ err: new Error('x'.repeat(1_000_000)) }, 'request failed')
    logger.error({ many: Array.from({ length: 100_000 }, () => 'text') }, 'request failed')
    for (const line of lines) {
      expect(line.length).toBeLessThanOrEqual(8192)
      expect(JSON.parse(line)).toMatchObject({ msg: 'request failed', level: 50 })
    }
  })
})
