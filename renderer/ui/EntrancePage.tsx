/** What stands before the console: sign-in, and the questions of a new installation. */
import { Button } from '@mantine/core'
import { IconLanguage } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../stores/preferences.ts'
import { Mark } from './Mark.tsx'
import css from './EntrancePage.module.css'

interface Props {
  /** What stands below the name of the application. */
  readonly side: ReactNode
  /** Of the main part. */
  readonly className: string | undefined
  readonly children: ReactNode
}

export function EntrancePage({ side, className, children }: Props) {
  return (
    <div className={css.page}>
      <header className={css.side}>
        <div className={css.brand}>
          <Mark /> Airdesk
        </div>
        {side}
        <Foot />
      </header>
      <main className={className}>{children}</main>
    </div>
  )
}

function Foot() {
  const { t } = useTranslation()
  const { language, setLanguage } = usePreferences()
  const other = language === 'en' ? 'ja' : 'en'
  return (
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
  )
}
