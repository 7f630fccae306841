import { Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { NOTICE_SWITCHES } from '../../../service/contract/desktop-bridge.ts'
import { desktop } from '../../desktop/bridge.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { Card } from '../../ui/Card.tsx'
import { Row } from './Row.tsx'

/** Which notices the desktop shows; a browser shows none. */
export function Notifications() {
  const { t } = useTranslation()
  const { notices, setNotice } = usePreferences()
  return (
    <Card
      title={t('settings.section.notifications')}
      aside={desktop ? undefined : t('settings.notices.desktopOnly')}
      flush
    >
      {NOTICE_SWITCHES.map((kind) => (
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
