/** Before the console opens: the session is looked up, the engine is away, or somebody has to sign in. */
import { Button, Loader } from '@mantine/core'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { openSession } from '../../api/session.ts'
import { useSession } from '../../stores/session.ts'
import { isBusy, isRehearsal } from '../../studio/states.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { EntrancePage } from '../../ui/EntrancePage.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { StillOnAir } from '../../studio/StillOnAir.tsx'
import { Form } from './Form.tsx'
import css from './SignIn.module.css'

export function SignIn() {
  const { t } = useTranslation()
  const state = useSession((s) => s.state)
  const studio = useStudio().state
  const isOnAir = isBusy(studio) && !isRehearsal(studio)
  useEffect(() => {
    const room = t('room.signIn')
    document.title = isOnAir ? t('app.titleOnAir', { room, count: 1 }) : t('app.title', { room })
  }, [t, isOnAir])
  return (
    <EntrancePage side={<Address unreachable={state.status === 'unreachable'} />} className={css.main}>
      <StillOnAir />
      {state.status === 'checking' && (
        <Delayed>
          <p className={css.checking} role="status">
            <Loader size={16} /> {t('signIn.checking')}
          </p>
        </Delayed>
      )}
      {state.status === 'unreachable' && <Unreachable />}
      {state.status === 'signed-out' && <Form why={state.why} />}
    </EntrancePage>
  )
}

function Address({ unreachable }: { unreachable: boolean }) {
  const { t } = useTranslation()
  return (
    <div className={css.step}>
      <Glyph name={unreachable ? 'fail' : 'ok'} tone={unreachable ? 'fail' : 'ok'} size={20} />
      <div>
        <div>{t('signIn.stepAddress')}</div>
        <div className="meta">{location.host}</div>
      </div>
    </div>
  )
}

function Unreachable() {
  const { t } = useTranslation()
  return (
    <div className={css.form} role="alert">
      <h1 className={css.title}>{t('signIn.unreachable')}</h1>
      <p className={css.lead}>{t('signIn.unreachableHelp', { address: location.host })}</p>
      <div>
        <Button variant="filled" autoFocus onClick={() => void openSession(null)}>
          {t('common.retry')}
        </Button>
      </div>
    </div>
  )
}
