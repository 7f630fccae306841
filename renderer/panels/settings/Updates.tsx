/** New versions of the desktop application; nothing in a browser, which has none of its own. */
import { Button, Switch } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import type { UpdateAction, UpdateState, UpdateView } from '../../../service/contract/desktop-bridge.ts'
import { useNow } from '../../api/events/clock.ts'
import { desktop } from '../../desktop/bridge.ts'
import { useUpdates, versionWords } from '../../desktop/updates.ts'
import { moment } from '../../i18n/format.ts'
import { usePreferences } from '../../stores/preferences.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Row } from './Row.tsx'

export function Updates() {
  const view = useUpdates()
  return view && <Shown view={view} />
}

function Shown({ view }: { view: UpdateView }) {
  const { t } = useTranslation()
  const { state, automatic, from } = view
  const now = useNow()
  return (
    <Card title={t('updates.title')} flush>
      <Row label={headline(t, state, now)} help={<Help view={view} />}>
        <Steps view={view} />
      </Row>
      {state.phase !== 'off' && (
        <Row label={t('updates.daily')} help={t('updates.dailyHelp', { from })}>
          <Switch
            aria-label={t('updates.daily')}
            checked={automatic}
            onChange={(event) => void desktop?.setAutomaticUpdates(event.currentTarget.checked)}
          />
        </Row>
      )}
    </Card>
  )
}

/** What the state is called. */
function headline(t: TFunction, state: UpdateState, now: number): string {
  switch (state.phase) {
    case 'off':
      return t(`updates.off.${state.reason}`)
    case 'idle':
      return t(state.checkedAt === null ? 'updates.never' : 'updates.newest')
    case 'failed':
      return t(`updates.failed.${state.step}`)
    case 'checking':
      return t('updates.checking')
    default: {
      const { key, values } = versionWords(state, now)
      return t(`updates.${key}`, values)
    }
  }
}

function Help({ view: { state, onAir } }: { view: UpdateView }) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const language = usePreferences((s) => s.language)
  const now = useNow()
  switch (state.phase) {
    case 'off':
      return t(`updates.offHelp.${state.reason}`)
    case 'idle':
      return state.checkedAt === null
        ? t('updates.neverHelp')
        : t('updates.newestHelp', { time: moment(state.checkedAt, now, timeZone, language) })
    case 'failed':
      return (
        <>
          {t(`updates.fault.${state.fault}`)} <span className="user-text">{state.detail}</span>
        </>
      )
    case 'available':
      return t('updates.availableHelp')
    case 'ready':
      return t(onAir ? 'updates.readyOnAirHelp' : 'updates.readyHelp')
    case 'waiting':
      return t(state.restartsAt === null ? 'updates.waitingHelp' : 'updates.restartingHelp')
    default:
      return null
  }
}

/** What can be done next. */
function Steps({ view: { state, onAir } }: { view: UpdateView }) {
  const { t } = useTranslation()
  const step = (action: UpdateAction, label: string, variant = 'default') => (
    <Button variant={variant} onClick={() => void desktop?.update(action)}>
      {label}
    </Button>
  )
  switch (state.phase) {
    case 'idle':
      return step('check', t('updates.check'))
    case 'failed':
      return step('check', t('common.retry'))
    case 'checking':
      return (
        <Button variant="default" loading>
          {t('updates.check')}
        </Button>
      )
    case 'available':
      return step('download', t('updates.download'), 'filled')
    case 'ready':
      return step('install', t(onAir ? 'updates.installLater' : 'updates.install'), 'filled')
    case 'waiting':
      return (
        <>
          {state.restartsAt !== null && step('install', t('updates.restartNow'))}
          {step('postpone', t('updates.postpone'))}
        </>
      )
    default:
      return null
  }
}
