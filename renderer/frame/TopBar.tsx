import { UnstyledButton } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Bell } from '../alarm/Bell.tsx'
import { useNow } from '../api/events/clock.ts'
import { useConnected, useEngine } from '../api/events/hooks.ts'
import type { EngineView } from '../../service/contract/console/engine-view.ts'
import type { Unreal } from '../emulator/unreal.ts'
import { useRealNow, useUnreal } from '../emulator/use-emulator.ts'
import { day, timeOfDay, zoneName } from '../i18n/format.ts'
import { usePreferences } from '../stores/preferences.ts'
import { useSignedIn } from '../stores/session.ts'
import { KeyCap, modKey } from '../ui/KeyCap.tsx'
import { Mark } from '../ui/Mark.tsx'
import { StateWord } from '../ui/StateWord.tsx'
import { UserText } from '../ui/UserText.tsx'
import { barItem } from './bar-fit.ts'
import { palette } from './palette.ts'
import { PreferencesMenu } from './PreferencesMenu.tsx'
import { useBarFit } from './use-bar-fit.ts'
import css from './TopBar.module.css'

export function TopBar() {
  const { t } = useTranslation()
  const { system } = useSignedIn()
  return (
    <header className={css.bar} aria-label={t('frame.topBar')}>
      <div className={css.left}>
        <div className={css.system}>
          <Mark />
          <UserText className="cut">{system.name}</UserText>
        </div>
        <Engine />
      </div>
      <UnstyledButton className={css.palette} onClick={() => palette.open()}>
        <IconSearch size={16} stroke={1.6} />
        <span>{t('frame.palette')}</span>
        <KeyCap>{`${modKey} K`}</KeyCap>
      </UnstyledButton>
      <Clock zone={system.timeZone} />
      <Bell />
      <PreferencesMenu />
    </header>
  )
}

function Engine() {
  const engine = useEngine()
  if (engine === null) return <div className={css.engine} />
  return (
    <>
      <EngineState engine={engine} />
      <Ports ports={engine.ports} />
    </>
  )
}

function EngineState({ engine }: { readonly engine: EngineView }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const ingest = engine.ingest === 'running'
  const sfu = engine.sfu[0] === 'running'
  return (
    <div className={css.engine}>
      {!connected && <StateWord glyph="fail" tone="fail" text={t('engine.unreachable')} />}
      {connected && ingest && sfu && <StateWord glyph="ok" tone="ok" text={t('engine.running')} />}
      {connected && !ingest && <StateWord glyph="retry" tone="warn" text={t('engine.restarting')} />}
      {connected && ingest && !sfu && (
        <StateWord glyph="retry" tone="warn" text={t('engine.sfuRestarting')} />
      )}
    </div>
  )
}

/** Those that have room beside the name and the state. */
function Ports({ ports }: Pick<EngineView, 'ports'>) {
  const bar = useRef<HTMLDivElement>(null)
  useBarFit(bar)
  return (
    <div className={css.ports} ref={bar}>
      <span {...barItem('port')}>rtmp :{ports.rtmp}</span>
      <span {...barItem('port')}>https :{ports.https}</span>
      <span {...barItem('port')}>wss :{ports.signaling}</span>
      <span {...barItem('port')}>udp :{ports.sfu[0]}</span>
    </div>
  )
}

function Clock({ zone }: { zone: string }) {
  const now = useNow()
  const language = usePreferences((s) => s.language)
  const unreal = useUnreal()
  if (unreal !== null && unreal.time !== null) return <UnrealClock zone={zone} unreal={unreal} />
  return (
    <div className={css.clock}>
      <span className={css.time}>{timeOfDay(now, zone)}</span>
      <span title={zone}>{zoneName(now, zone)}</span>
      <span className={css.day}>{day(now, zone, language)}</span>
    </div>
  )
}

/** Also says what time it really is. */
function UnrealClock({ zone, unreal }: { zone: string; unreal: Unreal }) {
  const { t } = useTranslation()
  const now = useNow()
  const real = useRealNow()
  return (
    <div className={css.clock}>
      <span className={css.time} data-lab>
        {timeOfDay(now, zone)}
      </span>
      <span className={css.lab}>{t(`emulator.clock.${unreal.time ?? 'ahead'}`, { rate: unreal.rate })}</span>
      <span title={zone}>
        {t('emulator.clock.really', { zone: zoneName(now, zone), time: timeOfDay(real, zone).slice(0, 5) })}
      </span>
    </div>
  )
}
