/** Before the console opens: the session is looked up, the engine is away, or somebody has to sign in. */
import { Button, Loader } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { openSession } from '../../api/session.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSession } from '../../stores/session.ts'
import { isBusy, isRehearsal } from '../../studio/states.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Delayed } from '../../ui/Delayed.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { StillOnAir } from '../../ui/StillOnAir.tsx'
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
    <div className={css.page}>
      <Side unreachable={state.status === 'unreachable'} />
      <main className={css.main}>
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
      </main>
    </div>
  )
}

function Side({ unreachable }: { unreachable: boolean }) {
  const { t } = useTranslation()
  const { language, setLanguage } = usePreferences()
  const other = language === 'en' ? 'ja' : 'en'
  return (
    <header className={css.side}>
      <div className={css.brand}>
        <Mark /> Airdesk
      </div>
      <div className={css.step}>
        <Glyph name={unreachable ? 'fail' : 'ok'} tone={unreachable ? 'fail' : 'ok'} size={20} />
        <div>
          <div>{t('signIn.stepAddress')}</div>
          <div className="meta">{location.host}</div>
        </div>
      </div>
      <div className={css.foot}>
        <p className="meta">{t('signIn.privacy')}</p>
        <Button
          lang={other}
          leftSection={<IconLanguage size={16} stroke={1.6} />}
          onClick={() => setLanguage(other)}
        >
          {t('signIn.otherLanguage')}
        </Button>
      </div>
    </header>
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
