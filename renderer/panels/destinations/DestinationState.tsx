import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { useNow } from '../../api/events/clock.ts'
import { faultText } from '../../archive/fault-text.ts'
import { shortDuration } from '../../i18n/format.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { useMoment } from '../../ui/Moment.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { TestState } from './TestState.tsx'
import type { TestProgress } from './use-test.ts'
import css from './Destinations.module.css'

interface Props {
  readonly destination: DestinationView
  readonly test: TestProgress
}

/** Whether uploads arrive; where they wait: why, since when, until when, and what to do. A test says it anew. */
export function DestinationState({ destination: { trouble }, test }: Props) {
  const { t } = useTranslation()
  const now = useNow()
  const moment = useMoment()
  if (trouble === null) {
    if (test.running || (test.view !== null && !test.lost)) return <TestState test={test} />
    return <StateWord glyph="ok" tone="ok" text={t('destinations.works')} />
  }
  const { what, hint, raw } = faultText(t, trouble.fault)
  const left = trouble.nextTryAt - now
  const words = {
    time: moment(trouble.since),
    tries: t('destinations.tries', { count: trouble.failures }),
    left: shortDuration(left),
  }
  return (
    <div className={css.state}>
      <Glyph name="retry" tone="warn" />
      <div title={raw}>
        {t('destinations.waits', { what })}
        <p className="num">
          {left > 0 ? t('destinations.waitsSince', words) : t('destinations.waitsNow', words)}
        </p>
        <p>{hint}</p>
      </div>
    </div>
  )
}
