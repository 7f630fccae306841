/** A schedule that begins in a moment, with a channel of its own. */
import { PASSED } from './stage.ts'
import type { Stage } from './stage.ts'

export interface MadeSchedule {
  /** Milliseconds since 1970. */
  readonly startsAt: number
  /** Has it begin tomorrow. */
  readonly move: () => Promise<void>
  readonly remove: () => Promise<void>
}

const AHEAD_MS = 4_000
const DAY_MS = 86_400_000

export async function beginSchedule(stage: Stage): Promise<MadeSchedule> {
  // Schedules begin on full seconds.
  const startsAt = Math.ceil((Date.now() + AHEAD_MS) / 1000) * 1000
  const call = (method: string, query: string, change: object, from: number) =>
    stage.room.evaluate(
      async ({ method, query, change, from }) => {
        const ask = async (path: string, init?: RequestInit): Promise<unknown> => {
          const answer = await fetch(`/console/api/${path}`, init)
          if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
          return answer.json()
        }
        const { system } = (await ask('session')) as { system: { timeZone: string } }
        const at = (ms: number) =>
          new Date(ms).toLocaleString('sv', { timeZone: system.timeZone }).replaceAll('-', '/')
        const times = { start_datetime: at(from), end_datetime: at(from + 1_800_000) }
        const headers = { 'content-type': 'application/json' }
        const body = method === 'DELETE' ? {} : { body: JSON.stringify({ ...times, ...change }) }
        return ask(`option/schedule${query}`, { method, headers, ...body })
      },
      { method, query, change, from },
    )
  const made = await call('POST', '', { name: 'Town hall', service_params: [PASSED] }, startsAt)
  const { schedule_id } = made as { schedule_id: string }
  return {
    startsAt,
    move: async () => {
      await call('PATCH', '', { schedule_id, name: 'Town hall' }, startsAt + DAY_MS)
    },
    remove: async () => {
      await call('DELETE', `?schedule_id=${schedule_id}`, {}, 0)
    },
  }
}
