import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { laterMessage } from '../../service/contract/signaling.ts'
import { membersOfInterface, membersOfSchema } from './members.ts'
import { memberTable } from './table.ts'

const CONTRACT = 'service/contract/signaling.ts'

describe('members of messages', () => {
  it('of a schema have their types, ranges, defaults and descriptions', () => {
    const schema = z.object({
      type: z.literal('x'),
      rate: z.int().min(1).max(8).optional().describe('kbit/s.'),
      on: z.union([z.boolean(), z.object({})]).default(true),
      kind: z.enum(['a', 'b']),
      any: z.json().optional(),
      names: z.array(z.string().max(9)),
    })
    expect(memberTable(membersOfSchema(schema)).split('\n').slice(2)).toEqual([
      '| `type` | `"x"` |  |',
      '| `rate` ? | integer, 1 to 8 | kbit/s. |',
      '| `on` ? | boolean or object | true by default. |',
      '| `kind` | `a`, `b` |  |',
      '| `any` ? | any JSON |  |',
      '| `names` | array of string, up to 9 characters |  |',
    ])
  })

  it('of an interface have what it extends, and their comments', () => {
    const rows = membersOfInterface(CONTRACT, 'SpotlightNotify')
    expect(rows[0]).toEqual({ name: 'type', type: '`"notify"`', optional: false, text: '' })
    expect(rows.find(({ name }) => name === 'timestamp')?.text).toBe('RFC 3339, UTC, microseconds.')
    expect(rows.find(({ name }) => name === 'fixed')).toMatchObject({ type: 'boolean' })
    expect(() => membersOfInterface(CONTRACT, 'NoSuchMessage')).toThrow('NoSuchMessage')
  })

  it('of every message after connect begin with its type', () => {
    for (const option of laterMessage.options) expect(membersOfSchema(option)[0]?.name).toBe('type')
  })
})
