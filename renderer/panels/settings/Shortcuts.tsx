import { Button, Switch } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { usePreferences } from '../../stores/preferences.ts'
import { Card } from '../../ui/Card.tsx'
import { KeyCap, modKey } from '../../ui/KeyCap.tsx'
import { openShortcuts } from '../../frame/shortcuts.tsx'
import { Row } from './Row.tsx'

const MOST_USED = [
  ['palette', [modKey, 'K']],
  ['rooms', [modKey, '1', '9']],
  ['newThing', ['N']],
  ['problem', [modKey, '.']],
  ['panes', ['F6']],
  ['filter', ['/']],
] as const

export function Shortcuts() {
  const { t } = useTranslation()
  const { singleKeys, setSingleKeys } = usePreferences()
  return (
    <Card
      title={t('frame.shortcuts')}
      aside={
        <Button size="xs" onClick={openShortcuts}>
          {t('settings.shortcuts.all')}
        </Button>
      }
      flush
    >
      <Row label={t('settings.shortcuts.single')} help={t('settings.shortcuts.singleHelp')}>
        <Switch
          aria-label={t('settings.shortcuts.single')}
          checked={singleKeys}
          onChange={({ currentTarget }) => setSingleKeys(currentTarget.checked)}
        />
      </Row>
      {MOST_USED.map(([key, caps]) => (
        <Row key={key} label={t(`keys.${key}`)}>
          {caps.map((cap) => (
            <KeyCap key={cap}>{cap}</KeyCap>
          ))}
        </Row>
      ))}
    </Card>
  )
}
