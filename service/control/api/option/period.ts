import { OptionError } from '../../../contract/errors.ts'
import type { EpochMilliseconds } from '../../../contract/units.ts'
import { parseZoned } from '../../system/zoned-time.ts'

interface PeriodTexts {
  readonly start_datetime: string
  readonly end_datetime: string
}

/**
 * The moments that a period's texts mean on the clocks of a time zone.
 * @throws OptionError `BAD_REQUEST` naming each member that is a time which those clocks skip
 */
export function periodOf(
  texts: PeriodTexts,
  timeZone: string,
): { startsAt: EpochMilliseconds; endsAt: EpochMilliseconds } {
  const startsAt = parseZoned(texts.start_datetime, timeZone)
  const endsAt = parseZoned(texts.end_datetime, timeZone)
  if (startsAt !== null && endsAt !== null) return { startsAt, endsAt }
  const rule = `does not exist in the time zone ${timeZone}: its clocks are set forward then`
  const skipped = [
    ...(startsAt === null ? ['start_datetime'] : []),
    ...(endsAt === null ? ['end_datetime'] : []),
  ]
  throw new OptionError(
    'BAD_REQUEST',
    skipped.map((member) => ({ member, rule })),
  )
}
