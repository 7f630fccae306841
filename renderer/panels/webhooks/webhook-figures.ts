/** What the attempts of a day say of an endpoint. Pure. */
import type { WebhookEndpointFigures } from '../../../service/contract/console/webhooks.ts'
import { HOUR_MS } from '../../time.ts'

type Slots = WebhookEndpointFigures['slots']
type Counts = Pick<Slots[number], 'delivered' | 'failed'>

/** Bars of the graph, one for each hour. */
const BARS = 24

/** Percent of the attempts that were accepted; null without any. Never 100 unless all were. */
export function share({ delivered, failed }: Counts): number | null {
  if (delivered + failed === 0) return null
  const percent = (100 * delivered) / (delivered + failed)
  return failed > 0 ? Math.min(99.9, Math.floor(percent * 10) / 10) : 100
}

const sum = (slots: Slots): Counts => ({
  delivered: slots.reduce((all, slot) => all + slot.delivered, 0),
  failed: slots.reduce((all, slot) => all + slot.failed, 0),
})

/** @param now milliseconds since 1970 */
export const ofDay = (slots: Slots, now: number): Counts => since(slots, now - BARS * HOUR_MS)
/** To the ten minutes in which the hour began. */
export const ofLastHour = (slots: Slots, now: number): Counts => since(slots, now - HOUR_MS)

const since = (slots: Slots, from: number) => sum(slots.filter((slot) => slot.from >= from))

/** Attempts of each of the last 24 hours, oldest first. */
export function bars(slots: Slots, now: number): readonly Counts[] {
  return Array.from({ length: BARS }, (_, bar) => {
    const from = now - (BARS - bar) * HOUR_MS
    return sum(slots.filter((slot) => slot.from >= from && slot.from < from + HOUR_MS))
  })
}
