import { useTranslation } from 'react-i18next'
import { KeyCap, modKey } from '../../ui/KeyCap.tsx'
import css from './Channels.module.css'

interface Props {
  readonly shown: number
  readonly all: number
  /** Rows can be chosen. */
  readonly hasChoice: boolean
}

/** How many there are, and the keys that choose. */
export function Foot({ shown, all, hasChoice }: Props) {
  const { t } = useTranslation()
  return (
    <div className={css.foot}>
      <span role="status">
        {shown === all ? t('channels.count', { count: all }) : t('channels.shown', { shown, total: all })}
      </span>
      {hasChoice && (
        <span className={css.keys}>
          <KeyCap>Space</KeyCap> {t('channels.many.keyOne')}
          <KeyCap>Shift</KeyCap> + <KeyCap>↓</KeyCap> {t('channels.many.keyRange')}
          <KeyCap>{`${modKey} A`}</KeyCap> {t('channels.many.keyAll')}
        </span>
      )}
    </div>
  )
}
