import { useTranslation } from 'react-i18next'
import { useOperated } from '../../api/events/hooks.ts'
import { byteSize, grouped } from '../../i18n/format.ts'
import { Figure } from '../../ui/Figure.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { diskRoom, roomUnits } from '../../archive/disk-room.ts'
import css from './Recordings.module.css'

/** What is free, how long that lasts, and what has not left this computer yet. */
export function DiskGuard() {
  const { t } = useTranslation()
  const engine = useOperated()
  if (engine === null) return null
  return (
    <dl className={css.guard}>
      {engine.archive.pendingBytes > 0 && (
        <div>
          <dt>{t('recordings.disk.pending')}</dt>
          <dd>
            <Figure value={byteSize(engine.archive.pendingBytes)} />
          </dd>
        </div>
      )}
      <div>
        <dt>{t('recordings.disk.free')}</dt>
        <dd>
          <Figure value={byteSize(engine.diskFreeBytes)} />
        </dd>
      </div>
      <div>
        <dt className="hidden-text">{t('recordings.disk.room')}</dt>
        <dd>
          <Room />
        </dd>
      </div>
    </dl>
  )
}

function Room() {
  const { t } = useTranslation()
  const engine = useOperated()
  if (engine === null) return null
  const { tone, leftMs } = diskRoom(engine)
  const reserve = byteSize(engine.archive.reserveBytes)
  if (tone === 'fail') {
    return <StateWord glyph="fail" tone="fail" text={t('recordings.disk.full', { ...reserve })} />
  }
  if (leftMs === null) return <span className="third">{t('recordings.disk.idle')}</span>
  const { unit, number } = roomUnits(leftMs)
  const text = t(`recordings.disk.${unit}`, { number: grouped(number) })
  return <StateWord glyph={tone} tone={tone} text={text} />
}
