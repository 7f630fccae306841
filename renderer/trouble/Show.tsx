import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { findingKey } from './finding-key.ts'
import { scheduleSearch } from '../schedule/search.ts'
import type { Entry } from './trouble.ts'
import css from './Show.module.css'

/** Leads to where it can be looked into. */
export function Show({ entry, label, children }: { entry: Entry; label: string; children: ReactNode }) {
  const common = { className: css.show, 'aria-label': label, children } as const
  switch (entry.kind) {
    case 'finding':
      return (
        <Link
          {...common}
          to="/channels/$channelId"
          params={{ channelId: entry.channel.channelId }}
          search={{ view: 'health', finding: findingKey(entry.finding) }}
        />
      )
    case 'refused': {
      const { channelId } = entry.channel
      return entry.close.reason === 'denied' ? (
        <Link {...common} to="/webhooks" search={{ channel: channelId }} />
      ) : (
        <Link {...common} to="/channels/$channelId" params={{ channelId }} />
      )
    }
    case 'webhook':
      return <Link {...common} to="/webhooks" search={{ url: entry.endpoint.url }} />
    case 'webhooks':
      return <Link {...common} to="/webhooks/endpoints" />
    case 'overload':
      return <Link {...common} to="/computer" />
    case 'overrun':
      return entry.schedule.channelId === null ? (
        <Link {...common} to="/schedules" search={scheduleSearch(entry.schedule.scheduleId)} />
      ) : (
        <Link {...common} to="/channels/$channelId" params={{ channelId: entry.schedule.channelId }} />
      )
    case 'unknownKey':
      return <Link {...common} to="/channels" />
    case 'uploads':
    case 'destinations':
      return <Link {...common} to="/archives/destinations" />
  }
}
