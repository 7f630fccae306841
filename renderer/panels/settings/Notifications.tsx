import { Button, Switch } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { NOTICE_SWITCHES } from '../../../service/contract/desktop-bridge.ts'
import { sound } from '../../alarm/tones.ts'
import { notificationPermission } from '../../alarm/browser-notices.ts'
import { desktop } from '../../desktop/bridge.ts'
import { useAlarmSound } from '../../stores/alarm-sound.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { Card } from '../../ui/Card.tsx'
import { Row } from './Row.tsx'

/** What is heard in this browser, and of what there are notices. */
export function Notifications() {
  return (
    <>
      <SoundCard />
      <NoticesCard />
    </>
  )
}

function SoundCard() {
  const { t } = useTranslation()
  const { isOn, switchTo } = useAlarmSound()
  return (
    <Card title={t('alarm.title')} flush>
      <Row label={t('alarm.sound')} help={t('alarm.soundHelp')}>
        <Button size="xs" onClick={() => void sound('urgent')}>
          {t('alarm.test')}
        </Button>
        <Switch
          aria-label={t('alarm.sound')}
          checked={isOn}
          onChange={(event) => switchTo(event.currentTarget.checked)}
        />
      </Row>
    </Card>
  )
}

/** Of the desktop or, where they were allowed, of the browser. */
function NoticesCard() {
  const { t } = useTranslation()
  const { notices, setNotice } = usePreferences()
  // How the desktop shows them while something is on air; a browser shows them to who looks elsewhere.
  const kinds = NOTICE_SWITCHES.filter((kind) => desktop !== undefined || kind !== 'quiet-on-air')
  return (
    <Card title={t('settings.section.notifications')} flush>
      {desktop === undefined && <BrowserRow />}
      {kinds.map((kind) => (
        <Row key={kind} label={t(`settings.notices.${kind}`)} help={t(`settings.notices.${kind}-help`)}>
          <Switch
            aria-label={t(`settings.notices.${kind}`)}
            checked={notices[kind]}
            onChange={(event) => setNotice(kind, event.currentTarget.checked)}
          />
        </Row>
      ))}
    </Card>
  )
}

/** A browser asks first; once it was told no, only its own settings change that. */
function BrowserRow() {
  const { t } = useTranslation()
  const [permission, setPermission] = useState(notificationPermission)
  const ask = async () => setPermission(await Notification.requestPermission())
  const isRefused = permission === 'denied' || permission === 'unsupported'
  return (
    <Row
      label={t('alarm.system.title')}
      help={t(isRefused ? `alarm.system.${permission}` : 'alarm.system.help')}
    >
      {permission === 'default' && (
        <Button size="xs" onClick={() => void ask()}>
          {t('alarm.system.allow')}
        </Button>
      )}
      {permission === 'granted' && <span className="second">{t('alarm.system.granted')}</span>}
    </Row>
  )
}
