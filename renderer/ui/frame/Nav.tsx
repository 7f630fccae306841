import { UnstyledButton } from '@mantine/core'
import { IconAntennaBars5, IconArchive, IconBraces, IconKeyboard, IconWebhook } from '@tabler/icons-react'
import { Link, useLocation } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useChannels, useConnected, useEngine } from '../../api/events/hooks.ts'
import { Glyph } from '../Glyph.tsx'
import { openShortcuts } from './shortcuts.tsx'
import css from './Nav.module.css'

/** The pages of the API room. */
const API_ROOM: ReadonlySet<string> = new Set(['/developer/api', '/developer/tokens'])

/** The rooms that exist. The red number is the count on air, and the only red; an octagon says what fails. */
export function Nav() {
  const { t } = useTranslation()
  const channels = useChannels()
  const connected = useConnected()
  const path = useLocation({ select: ({ pathname }) => pathname })
  const onAir = connected ? (channels?.filter((c) => c.onAirSince !== null).length ?? 0) : 0
  return (
    <nav className={css.nav} aria-label={t('frame.rooms')} data-pane="nav" tabIndex={-1}>
      <ul className={css.rooms}>
        <li>
          <Link
            to="/channels"
            className={css.item}
            activeProps={{ 'aria-current': 'page' }}
            title={t('room.channels')}
          >
            <IconAntennaBars5 size={18} stroke={1.6} aria-hidden="true" />
            <span className={css.word}>{t('room.channels')}</span>
            {onAir > 0 && (
              <span className={css.count}>
                <span aria-hidden="true">{onAir}</span>
                <span className="hidden-text">{t('status.onAirCount', { count: onAir })}</span>
              </span>
            )}
          </Link>
        </li>
        <li className={css.group}>
          <Link
            to="/archives"
            className={css.item}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            title={t('room.archives')}
          >
            <IconArchive size={18} stroke={1.6} aria-hidden="true" />
            <span className={css.word}>{t('room.archives')}</span>
            <FailingArchives />
          </Link>
        </li>
        <li>
          <Link
            to="/webhooks"
            className={css.item}
            activeOptions={{ includeSearch: false }}
            activeProps={{ 'aria-current': 'page' }}
            title={t('room.webhooks')}
          >
            <IconWebhook size={18} stroke={1.6} aria-hidden="true" />
            <span className={css.word}>{t('room.webhooks')}</span>
            <FailingWebhooks />
          </Link>
        </li>
        <li>
          <Link
            to="/developer/api"
            className={css.item}
            activeOptions={{ includeSearch: false }}
            aria-current={API_ROOM.has(path) ? 'page' : undefined}
            title={t('room.api')}
          >
            <IconBraces size={18} stroke={1.6} aria-hidden="true" />
            <span className={css.word}>{t('room.api')}</span>
          </Link>
        </li>
      </ul>
      <UnstyledButton className={css.item} onClick={openShortcuts} title={t('frame.shortcuts')}>
        <IconKeyboard size={18} stroke={1.6} aria-hidden="true" />
        <span className={css.word}>{t('frame.shortcuts')}</span>
      </UnstyledButton>
    </nav>
  )
}

function FailingArchives() {
  const { t } = useTranslation()
  const failing = useEngine()?.archive.failing ?? 0
  return failing === 0 ? null : <Failing text={t('status.archives', { count: failing })} />
}

function FailingWebhooks() {
  const { t } = useTranslation()
  const failing = useEngine()?.webhooksFailing ?? 0
  return failing === 0 ? null : <Failing text={t('status.webhooks', { count: failing })} />
}

function Failing({ text }: { text: string }) {
  return (
    <span className={css.failing}>
      <Glyph name="fail" tone="fail" />
      <span className="hidden-text">{text}</span>
    </span>
  )
}
