import {
  ActionIcon,
  Button,
  Popover,
  SegmentedControl,
  useMantineColorScheme,
  type MantineColorScheme,
} from '@mantine/core'
import { IconAdjustmentsHorizontal, IconLogout } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { LANGUAGES } from '../i18n/index.ts'
import { usePreferences } from '../stores/preferences.ts'
import { useSignedIn } from '../stores/session.ts'
import { askSignOut } from './ask-sign-out.ts'
import { POPOVER_FITS } from '../ui/popover-fits.ts'
import css from './PreferencesMenu.module.css'

const LANGUAGE_NAMES = { en: 'English', ja: '日本語' } as const

/** Theme and language of this browser, and who is signed in. */
export function PreferencesMenu() {
  const { t } = useTranslation()
  const { user } = useSignedIn()
  const [isOpen, setOpen] = useState(false)
  const leave = () => {
    // It would lie over the question.
    setOpen(false)
    askSignOut(t)
  }
  return (
    <Popover
      middlewares={POPOVER_FITS}
      position="bottom-end"
      width={296}
      trapFocus
      withinPortal
      opened={isOpen}
      onChange={setOpen}
    >
      <Popover.Target>
        <ActionIcon
          aria-label={t('frame.preferences')}
          title={t('frame.preferences')}
          className={css.button}
          onClick={() => setOpen(!isOpen)}
        >
          <IconAdjustmentsHorizontal size={18} stroke={1.6} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className={css.layer} aria-label={t('frame.preferences')}>
        <ThemeChoice />
        <LanguageChoice />
        <div className={css.account}>
          <span className="meta">{t('frame.account', { name: user.name })}</span>
          <Button size="xs" leftSection={<IconLogout size={16} stroke={1.6} />} onClick={leave}>
            {t('frame.signOut')}
          </Button>
        </div>
      </Popover.Dropdown>
    </Popover>
  )
}

function ThemeChoice() {
  const { t } = useTranslation()
  const id = useId()
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <div>
      <div className={css.label} id={id}>
        {t('frame.theme')}
      </div>
      <SegmentedControl<MantineColorScheme>
        fullWidth
        aria-labelledby={id}
        value={colorScheme}
        onChange={setColorScheme}
        data={[
          { value: 'light', label: t('frame.themeLight') },
          { value: 'dark', label: t('frame.themeDark') },
          { value: 'auto', label: t('frame.themeSystem') },
        ]}
      />
    </div>
  )
}

function LanguageChoice() {
  const { t } = useTranslation()
  const id = useId()
  const { language, setLanguage } = usePreferences()
  return (
    <div>
      <div className={css.label} id={id}>
        {t('frame.language')}
      </div>
      <SegmentedControl
        fullWidth
        aria-labelledby={id}
        value={language}
        onChange={(value) => setLanguage(value === 'ja' ? 'ja' : 'en')}
        data={LANGUAGES.map((value) => ({ value, label: <span lang={value}>{LANGUAGE_NAMES[value]}</span> }))}
      />
    </div>
  )
}
