import { useTranslation } from 'react-i18next'
import { Delayed } from '../../ui/Delayed.tsx'
import css from './Api.module.css'

/** Still lines where the list and the operation will be. */
export function LoadingApi() {
  const { t } = useTranslation()
  return (
    <Delayed>
      <div className={css.page} role="status" aria-label={t('api.loading')}>
        <div className={css.skeleton} aria-hidden="true">
          {Array.from({ length: 16 }, (_, row) => (
            <span key={row} style={{ width: 120 + ((row * 47) % 110) }} />
          ))}
        </div>
        <div className={css.skeleton} aria-hidden="true">
          {[220, 480, 400, 620, 560].map((width) => (
            <span key={width} style={{ width }} />
          ))}
        </div>
      </div>
    </Delayed>
  )
}
