/** What is on air and what is failing. It never hides; each item leads to its place. */
import { useMediaQuery } from '@mantine/hooks'
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import type { EngineView } from '../../../service/contract/console/engine-view.ts'
import { useNow } from '../../api/events/clock.ts'
import { useChannels, useConnected, useEngine } from '../../api/events/hooks.ts'
import { useUnacknowledged } from '../../api/incidents.ts'
import { useLate } from '../../api/late.ts'
import { byteSize, duration, plain } from '../../i18n/format.ts'
import { announce } from '../Announcer.tsx'
import { ChannelState, StateWord } from '../StateWord.tsx'
import { failingText } from '../failing-webhooks.ts'
import { Figure } from '../Figure.tsx'
import { overloadText } from '../load.ts'
import { Glyph } from '../Glyph.tsx'
import { OnAirPlate } from '../OnAirPlate.tsx'
import { ShortPictureAge } from '../PictureAge.tsx'
import { UserText } from '../UserText.tsx'
import { byUrgency } from '../state.ts'
import { useChannelName } from '../use-channel-name.ts'
import { LateItem } from './LateItem.tsx'
import { NewVersion } from './NewVersion.tsx'
import css from './StatusBar.module.css'

/** How many channels on air have room; the rest is counted. */
const ROOM = { wide: 3, narrow: 2 } as const

export function StatusBar() {
  const { t } = useTranslation()
  return (
    <footer className={css.bar} aria-label={t('frame.statusBar')} data-pane="status" tabIndex={-1}>
      <div className={css.shown}>
        <LateItem />
        <OnAir />
      </div>
      <Failing />
    </footer>
  )
}

function OnAir() {
  const { t } = useTranslation()
  const connected = useConnected()
  const channels = useChannels()
  const isWide = useMediaQuery('(min-width: 1360px)')
  // What is late stands before them, and incidents after them.
  const others = Number(useLate() !== null) + Number(useUnacknowledged() > 0)
  const room = Math.max(1, (isWide ? ROOM.wide : ROOM.narrow) - others)
  const onAir = useMemo(
    () => (channels ?? []).filter((c) => c.onAirSince !== null).sort(byUrgency(0)),
    [channels],
  )
  if (!connected) {
    return (
      <div className={css.nothing}>
        <StateWord glyph="waiting" tone="idle" text={t('status.unknown')} />
      </div>
    )
  }
  const first = onAir[0]
  if (first === undefined) {
    return (
      <div className={css.nothing}>
        <StateWord glyph="idle" tone="idle" text={t('status.nothing')} />
      </div>
    )
  }
  return (
    <ul className={css.items}>
      <li className={css.plate}>
        <OnAirPlate since={first.onAirSince} timer={false} />
      </li>
      {onAir.slice(0, room).map((channel) => (
        <li key={channel.channelId}>
          <OnAirItem channel={channel} />
        </li>
      ))}
      {onAir.length > room && (
        <li>
          <Link to="/channels" className={css.item}>
            {t('status.moreOnAir', { count: onAir.length - room })}
          </Link>
        </li>
      )}
    </ul>
  )
}

function OnAirItem({ channel }: { channel: ChannelView }) {
  const name = useChannelName()(channel)
  const now = useNow()
  return (
    <Link to="/channels/$channelId" params={{ channelId: channel.channelId }} className={css.item}>
      <UserText className={css.name}>{name}</UserText>
      <span className="num third">{duration(now - (channel.onAirSince ?? now))}</span>
      <ChannelState channel={channel} />
      <ShortPictureAge channel={channel} />
    </Link>
  )
}

/** What has not left this computer yet; nothing when all of it has. */
function Uploads({ archive: { pendingBytes, failing } }: { archive: EngineView['archive'] }) {
  const { t } = useTranslation()
  if (pendingBytes === 0 && failing === 0) return null
  const size = plain(byteSize(pendingBytes))
  return (
    <li>
      <Link to="/archives" className={css.item}>
        {failing > 0 && <Glyph name="fail" tone="fail" />}
        <span className="num">
          {failing === 0
            ? t('status.uploading', { size })
            : t(pendingBytes === 0 ? 'status.archives' : 'status.archivesWait', { count: failing, size })}
        </span>
      </Link>
    </li>
  )
}

/** What took pictures or sound from viewers, until somebody has taken note. */
function Incidents() {
  const { t } = useTranslation()
  const count = useUnacknowledged()
  const said = count === 0 ? null : t('status.incidents', { count })
  useEffect(() => {
    if (said !== null) announce(said)
  }, [said])
  if (said === null) return null
  return <FailingItem to="/" text={said} />
}

function FailingItem({ to, text }: { to: '/' | '/computer' | '/webhooks/endpoints'; text: string }) {
  return (
    <li>
      <Link to={to} className={css.item}>
        <Glyph name="fail" tone="fail" />
        <span className="num">{text}</span>
      </Link>
    </li>
  )
}

function Failing() {
  const { t } = useTranslation()
  const engine = useEngine()
  if (engine === null) return null
  const failing = failingText(t, engine.webhooks)
  const overload = overloadText(t, engine.load)
  return (
    <ul className={css.items}>
      <NewVersion />
      <Incidents />
      {overload !== null && <FailingItem to="/computer" text={overload} />}
      <Uploads archive={engine.archive} />
      {failing !== null && <FailingItem to="/webhooks/endpoints" text={failing} />}
      <li className={css.item}>
        <span className="third">{t('status.disk')}</span>
        <Figure value={byteSize(engine.diskFreeBytes)} />
      </li>
    </ul>
  )
}
