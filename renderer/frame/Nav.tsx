import { UnstyledButton } from '@mantine/core'
import { IconFlask, IconKeyboard } from '@tabler/icons-react'
import { Link, useLinkProps, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannels, useConnected, useEngine } from '../api/events/hooks.ts'
import { useEmulator } from '../emulator/use-emulator.ts'
import { useIncidents } from '../api/incidents.ts'
import { useLate } from '../api/late.ts'
import { isInRoom, type Room } from '../rooms.ts'
import { failingText } from '../webhook/failing-webhooks.ts'
import { Glyph } from '../ui/Glyph.tsx'
import { told, type Mark } from '../ui/told.ts'
import { openShortcuts } from './shortcuts.tsx'
import { useRooms } from './use-rooms.ts'
import css from './Nav.module.css'

/** Where am I. The red number is the count on air, and the only red; an octagon says what fails. */
export function Nav() {
  const { t } = useTranslation()
  const shown = useRooms()
  return (
    <nav className={css.nav} aria-label={t('frame.rooms')} data-pane="nav" tabIndex={-1}>
      <ul className={css.rooms}>
        {shown
          .filter(({ group }) => group !== 'console')
          .map((room, index, rooms) => (
            <li
              key={room.id}
              className={room.group !== (rooms[index - 1] ?? room).group ? css.group : undefined}
            >
              <RoomLink room={room} />
            </li>
          ))}
        <EmulatorLink />
      </ul>
      <div>
        {shown
          .filter(({ group }) => group === 'console')
          .map((room) => (
            <RoomLink key={room.id} room={room} />
          ))}
        <UnstyledButton className={css.item} onClick={openShortcuts} title={t('frame.shortcuts')}>
          <IconKeyboard size={18} stroke={1.6} aria-hidden="true" />
          <span className={css.word}>{t('frame.shortcuts')}</span>
        </UnstyledButton>
      </div>
    </nav>
  )
}

function RoomLink({ room }: { room: Room }) {
  const { t } = useTranslation()
  const here = useLocation({ select: ({ pathname }) => isInRoom(room, pathname) })
  const name = t(`room.${room.id}`)
  return (
    <Link
      to={room.path}
      className={css.item}
      // The router's own idea of active would be this and every room below `/`.
      activeOptions={{ exact: true }}
      activeProps={{}}
      aria-current={here ? 'page' : undefined}
      title={name}
    >
      <room.icon size={18} stroke={1.6} aria-hidden="true" />
      <span className={css.word}>{name}</span>
      <Badge of={room} />
    </Link>
  )
}

/** To what can be made unreal, in a service that was started for it. */
function EmulatorLink() {
  const { t } = useTranslation()
  // Where one is, is in the settings: the room of that name is marked.
  const { 'aria-current': _, ...link } = useLinkProps({ to: '/settings', search: { section: 'emulator' } })
  if (useEmulator() === null) return null
  const name = t('emulator.name')
  return (
    <li className={css.group}>
      <a {...link} className={css.item} title={name}>
        <IconFlask className={css.lab} size={18} stroke={1.6} aria-hidden="true" />
        <span className={css.word}>{name}</span>
      </a>
    </li>
  )
}

function Badge({ of: { id } }: { of: Room }) {
  if (id === 'controlRoom') return <Incidents />
  if (id === 'channels') return <OnAirCount />
  if (id === 'schedules') return <LateSchedule />
  if (id === 'archives') return <FailingArchives />
  return id === 'webhooks' ? <FailingWebhooks /> : null
}

function OnAirCount() {
  const { t } = useTranslation()
  const channels = useChannels()
  const connected = useConnected()
  const onAir = connected ? (channels?.filter((c) => c.onAirSince !== null).length ?? 0) : 0
  if (onAir === 0) return null
  return (
    <span className={css.count}>
      <span aria-hidden="true">{onAir}</span>
      <span className="hidden-text">{t('status.onAirCount', { count: onAir })}</span>
    </span>
  )
}

/** Those that go on, taken note of or not, and those that nobody has taken note of. */
function Incidents() {
  const { t } = useTranslation()
  const count = useIncidents().length
  return count === 0 ? null : (
    <Failing text={t('controlRoom.incident.count', { count })} mark={told('incidents', count)} />
  )
}

function LateSchedule() {
  const { t } = useTranslation()
  const late = useLate()
  if (!late?.isAlarm) return null
  return <Failing text={t('status.late')} mark={told('late-alarm', late.schedule.scheduleId)} />
}

function FailingArchives() {
  const { t } = useTranslation()
  const failing = useEngine()?.archive?.failing ?? 0
  if (failing === 0) return null
  return <FailingAsKnown text={t('status.archives', { count: failing })} mark={told('archives', failing)} />
}

function FailingWebhooks() {
  const { t } = useTranslation()
  const webhooks = useEngine()?.webhooks ?? null
  const text = webhooks && failingText(t, webhooks)
  if (webhooks === null || text === null) return null
  return <FailingAsKnown text={text} mark={told('webhooks', webhooks.failing)} />
}

/** Without contact it is what was known last, and no alarm. */
function FailingAsKnown({ text, mark }: { text: string; mark: Mark }) {
  const { t } = useTranslation()
  if (useConnected()) return <Failing text={text} mark={mark} />
  return (
    <span className={css.failing}>
      <Glyph name="waiting" tone="idle" />
      <span className="hidden-text">{t('state.lastKnown', { what: text })}</span>
    </span>
  )
}

function Failing({ text, mark }: { text: string; mark: Mark }) {
  return (
    <span className={css.failing} {...mark}>
      <Glyph name="fail" tone="fail" />
      <span className="hidden-text">{text}</span>
    </span>
  )
}
