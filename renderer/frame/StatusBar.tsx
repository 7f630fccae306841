/** What is on air and what is failing. It never hides; each item leads to its place, or gives way to more urgent ones. */
import { Link } from '@tanstack/react-router'
import { useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useNow } from '../api/events/clock.ts'
import { useChannels, useConnected, useOperated } from '../api/events/hooks.ts'
import { useUnacknowledged } from '../api/incidents.ts'
import { useUnrealText } from '../emulator/use-unreal-text.ts'
import { duration, shortId } from '../i18n/format.ts'
import { WATCHES } from '../rooms.ts'
import { useMay } from '../stores/session.ts'
import { announce } from '../ui/Announcer.tsx'
import { ChannelLink } from '../channel/ChannelLink.tsx'
import { ChannelState } from '../channel/ChannelState.tsx'
import { StateWord } from '../ui/StateWord.tsx'
import { Glyph } from '../ui/Glyph.tsx'
import { OnAirPlate } from '../channel/OnAirPlate.tsx'
import { ShortPictureAge } from '../channel/PictureAge.tsx'
import { UserText } from '../ui/UserText.tsx'
import { byUrgency } from '../channel/state.ts'
import { hasVisible } from '../ui/visible.ts'
import { barItem } from './bar-fit.ts'
import { EngineItems } from './EngineItems.tsx'
import { NewVersion } from './NewVersion.tsx'
import { PlanItem } from './PlanItem.tsx'
import { useBarFit } from './use-bar-fit.ts'
import css from './StatusBar.module.css'

/** How many channels on air are named at most; the rest is counted. */
const NAMED = 3

export function StatusBar() {
  const { t } = useTranslation()
  const bar = useRef<HTMLElement>(null)
  const watches = useMay(WATCHES)
  const hidden = useBarFit(bar)
  const unnamed = hidden.filter((item) => item === 'channel').length
  return (
    <footer ref={bar} className={css.bar} aria-label={t('frame.statusBar')} data-pane="status" tabIndex={-1}>
      <ul className={css.items}>
        <PlanItem />
        {watches && <OnAir unnamed={unnamed} />}
      </ul>
      <Failing hidden={hidden.length - unnamed} />
    </footer>
  )
}

/** @param unnamed how many of those named at most have no room */
function OnAir({ unnamed }: { unnamed: number }) {
  const { t } = useTranslation()
  const connected = useConnected()
  const channels = useChannels()
  const onAir = useMemo(
    () => (channels ?? []).filter((c) => c.onAirSince !== null).sort(byUrgency(0)),
    [channels],
  )
  const first = onAir[0]
  if (!connected || first === undefined) {
    return (
      <li className={css.nothing} {...barItem('on-air')}>
        {connected ? (
          <StateWord glyph="idle" tone="idle" text={t('status.nothing')} />
        ) : (
          <StateWord glyph="waiting" tone="idle" text={t('status.unknown')} />
        )}
      </li>
    )
  }
  const named = onAir.slice(0, NAMED)
  const count = onAir.length - named.length + Math.min(unnamed, named.length)
  return (
    <>
      <li className={css.plate} {...barItem('on-air')}>
        <OnAirPlate since={first.onAirSince} timer={false} />
      </li>
      {named.map((channel) => (
        <li key={channel.channelId} {...barItem('channel')}>
          <OnAirItem channel={channel} />
        </li>
      ))}
      {count > 0 && (
        <li {...barItem('rest')}>
          <Link to="/channels" className={css.item}>
            {count < onAir.length ? t('status.moreOnAir', { count }) : t('status.onAirChannels', { count })}
          </Link>
        </li>
      )}
    </>
  )
}

function OnAirItem({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const isNamed = hasVisible(channel.name)
  const now = useNow()
  return (
    <ChannelLink channelId={channel.channelId} className={css.item ?? ''}>
      <UserText className={css.name}>{isNamed ? channel.name : t('channels.unnamed')}</UserText>
      {!isNamed && <span className="mono third">{shortId(channel.channelId)}</span>}
      <span className="num third">{duration(now - (channel.onAirSince ?? now))}</span>
      <ChannelState channel={channel} />
      <ShortPictureAge channel={channel} />
    </ChannelLink>
  )
}

/** What is not as in real life; nothing where all is. */
function UnrealItem() {
  const text = useUnrealText()
  if (text === null) return null
  return (
    <li {...barItem('unreal')}>
      <Link to="/settings" search={{ section: 'emulator' }} className={css.item} data-lab>
        <Glyph name="flask" tone="lab" />
        <span className="num">{text}</span>
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
  return (
    <li {...barItem('incidents')}>
      <Link to="/" className={css.item}>
        <Glyph name="fail" tone="fail" />
        <span className="num">{said}</span>
      </Link>
    </li>
  )
}

/** @param hidden how much has no room, channels aside */
function Failing({ hidden }: { hidden: number }) {
  const engine = useOperated()
  if (engine === null) return <Unoperated hidden={hidden} />
  return (
    <ul className={css.items}>
      <NewVersion />
      <UnrealItem />
      <Incidents />
      <EngineItems engine={engine} />
      {hidden > 0 && <Hidden count={hidden} />}
    </ul>
  )
}

/** For who does not operate: what is theirs, too. */
const Unoperated = ({ hidden }: { hidden: number }) => (
  <ul className={css.items}>
    <NewVersion />
    <UnrealItem />
    {hidden > 0 && <Hidden count={hidden} />}
  </ul>
)

/** All that has no room is told in the control room. */
function Hidden({ count }: { count: number }) {
  const { t } = useTranslation()
  const label = t('status.hidden', { count })
  return (
    <li {...barItem('rest')}>
      <Link to="/" className={css.item} aria-label={label} title={label}>
        +{count}
      </Link>
    </li>
  )
}
