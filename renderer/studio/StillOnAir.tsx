/** Where the studio cannot be seen: what goes out from this window, and the way to end it. */
import { useTranslation } from 'react-i18next'
import { endBroadcast } from './end-broadcast.ts'
import { isBusy, isRehearsal } from './states.ts'
import { useStudio } from './use-studio.ts'
import { HoldButton } from '../ui/HoldButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import css from './StillOnAir.module.css'
import { TypedConfirmation } from '../ui/TypedConfirmation.tsx'

export function StillOnAir() {
  const { t } = useTranslation()
  const { state, name } = useStudio()
  if (!isBusy(state)) return null
  const end = () => void endBroadcast()
  return (
    <section className={css.card}>
      <Notice tone="warn">
        {isRehearsal(state) ? t('onAir.still.rehearsal') : t('onAir.still.broadcast', { name })}
      </Notice>
      <HoldButton label={t('studio.holdToEnd')} hint={t('studio.holdHint')} onHeld={end} />
      <TypedConfirmation word="END" action={t('studio.end')} onTyped={end} />
    </section>
  )
}
