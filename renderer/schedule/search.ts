/** What the calendar shows, as it stands in its address. Pure. */
import { oneOf, textsOf, type Address } from '../ui/address.ts'

export const VIEWS = ['week', 'day', 'month', 'agenda', 'timeline'] as const
export type View = (typeof VIEWS)[number]

export interface Search {
  /** Left out: the week. */
  readonly view?: View
  /** A day of the span shown, `YYYY-MM-DD` in the system's zone; left out: today. */
  readonly date?: string
  /** Id of the schedule whose form is open. */
  readonly schedule?: string
  /** The form of a new one: `next` for the next free slot, or its start in milliseconds since 1970. */
  readonly new?: string
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
/** False for days that no calendar has, as the 30th of February. */
function isDay(text: string): boolean {
  const at = Date.parse(`${text}T00:00:00Z`)
  return DATE.test(text) && !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
const NEW = /^(next|\d{1,15})$/

/** Reads an address; what is unknown or empty is left out. */
export function readSearch(address: Address): Search {
  const view = oneOf(address, 'view', VIEWS)
  const { date, schedule, new: start } = textsOf(address, ['date', 'schedule', 'new'])
  return {
    ...(view === undefined ? {} : { view }),
    ...(date !== undefined && isDay(date) ? { date } : {}),
    ...(schedule === undefined ? {} : { schedule }),
    ...(start !== undefined && NEW.test(start) ? { new: start } : {}),
  }
}

/** Whose form an address has open; a new one stays one at another start. */
export const formOf = ({ schedule, new: start }: Address): unknown =>
  schedule ?? (start === undefined ? undefined : 'new')

/** The address that opens the form of a new schedule. @param at its start, milliseconds since 1970 */
export const newScheduleSearch = (at?: number): Search => ({ new: at === undefined ? 'next' : String(at) })

/** The address that opens a schedule. */
export const scheduleSearch = (scheduleId: string): Search => ({ schedule: scheduleId })
