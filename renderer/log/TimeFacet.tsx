/** From when to when: the last hours, or two moments on the clocks of the system. */
import { Suspense } from 'react'
import { useTranslation } from 'react-i18next'
import { later } from '../later.ts'
import { engineNow } from '../ui/Moment.tsx'
import { Facet } from './facets.tsx'
import { HOUR_MS, MINUTE_MS } from '../time.ts'
import type { MomentProps } from './MomentField.tsx'
import { LASTS, type Last, type Times } from './times.ts'
import css from './Choice.module.css'

interface Props {
  readonly times: Times
  readonly change: (members: Readonly<Record<string, string>>) => void
}

export function TimeFacet({ times, change }: Props) {
  const { t } = useTranslation()
  const isBetween = times.from !== undefined || times.to !== undefined
  /** Begins an hour ago, so that there is something to change. */
  const choose = (value: Last | 'between' | '') =>
    change(
      value === 'between'
        ? { last: '', from: String(Math.floor(engineNow() / MINUTE_MS) * MINUTE_MS - HOUR_MS) }
        : { last: value, from: '', to: '' },
    )
  return (
    <>
      <Facet
        title={t('log.time')}
        value={isBetween ? 'between' : times.last}
        choose={choose}
        values={[...LASTS, 'between']}
        label={(value) => t(`log.last.${value}`)}
      />
      {isBetween && (
        <div className={css.fields}>
          {(['from', 'to'] as const).map((end) => (
            <MomentField
              key={end}
              label={end}
              at={times[end]}
              change={(at) => change({ [end]: at === undefined ? '' : String(at) })}
            />
          ))}
        </div>
      )}
    </>
  )
}

const Field = later<'MomentField', MomentProps>(() => import('./MomentField.tsx'), 'MomentField')

/** Few filters need the clocks of time zones: a page begins without their code. */
export const MomentField = (props: MomentProps) => (
  <Suspense fallback={null}>
    <Field {...props} />
  </Suspense>
)
