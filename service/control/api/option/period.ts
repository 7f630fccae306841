import type { EpochMilliseconds } from '../../../contract/units.ts'
import { badRequest } from '../../../contract/refusal/refusal.ts'
import { problem } from '../../../contract/refusal/rules.ts'
import { parseZoned } from '../../system/zoned-time.ts'

interface PeriodTexts {
  readonly start_datetime: string
  readonly end_datetime: string
}

/**
 * The moments that a period's texts mean on the clocks of a time zone.
 * @throws Refusal `BAD_REQUEST` naming each member that is a time which those clocks skip
 */
export function periodOf(
  texts: PeriodTexts,
  timeZone: string,
): { startsAt: EpochMilliseconds; endsAt: EpochMilliseconds } {
  const startsAt = parseZoned(texts.start_datetime, timeZone)
  const endsAt = parseZoned(texts.end_datetime, timeZone)
  if (startsAt !== null && endsAt !== null) return { startsAt, endsAt }
  const skipped = [
    ...(startsAt === null ? ['start_datetime'] : []),
    ...(endsAt === null ? ['end_datetime'] : []),
  ]
  throw badRequest(...skipped.map((member) => problem(member, 'skippedTime', { timeZone })))
}
