import { useTranslation } from 'react-i18next'
import { timeOfDay } from '../i18n/format.ts'
import type { PlayerState } from '../media/types.ts'
import { useSignedIn } from '../stores/session.ts'
import { StateWord } from '../ui/StateWord.tsx'
import { keyCause } from './key-cause.ts'
import css from './PlaylistCard.module.css'

/** Requests for keys of an encrypted channel: what was asked, what came, and why it did not work. */
export function Keys({ state }: { state: PlayerState | null }) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  const keys = state?.keys ?? []
  if (keys.length === 0) {
    const clear = state?.playlist?.encrypted === false
    return <p className={css.empty}>{clear ? t('preview.keysNone') : t('preview.keysEmpty')}</p>
  }
  return (
    <div className={css.scroll} tabIndex={0} role="group" aria-label={t('preview.keys')}>
      <ul className={css.keys}>
        {keys.map((request, index) => {
          const { at, url, status, ms, bytes } = request
          const cause = keyCause(request)
          const fine = cause === 'ok'
          return (
            <li key={keys.length - index}>
              <span className="num third">
                {timeOfDay(at, zone)} · {status === 0 ? '–' : status} · {t('preview.keyTime', { ms })}
              </span>
              <span className="mono">{url}</span>
              <StateWord
                glyph={fine ? 'ok' : 'fail'}
                tone={fine ? 'ok' : 'fail'}
                text={t(`preview.keyCause.${cause}`, { status, bytes: bytes ?? 0 })}
              />
            </li>
          )
        })}
      </ul>
    </div>
  )
}
