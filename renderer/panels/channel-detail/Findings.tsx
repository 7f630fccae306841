import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { findingText } from '../../i18n/finding.ts'
import { timeOfDay } from '../../i18n/format.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { findingKey } from '../../trouble/finding-key.ts'
import { told } from '../../ui/told.ts'
import css from './Findings.module.css'

/** Problems in words with what to do, worst first; nothing where there is none. */
export function Findings({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const zone = useSignedIn().system.timeZone
  if (channel.findings.length === 0) return null
  return (
    <Card title={t('findings.title')} aside={t('findings.open', { count: channel.findings.length })} flush>
      <ul>
        {channel.findings.map((finding) => {
          const { what, fix } = findingText(t, finding, channel.webrtc !== null)
          return (
            <li
              key={finding.code}
              className={css.finding}
              {...told('finding', finding.code, channel.channelId)}
            >
              <Glyph name={finding.severity} tone={finding.severity} />
              <div className={css.text}>
                <div className={css.what}>{what}</div>
                <div className="meta">{fix}</div>
              </div>
              <span className="num third">
                {t('findings.since', { time: timeOfDay(finding.since, zone) })}
              </span>
              <Link
                className={css.show}
                to="/channels/$channelId"
                params={{ channelId: channel.channelId }}
                search={{ view: 'health', finding: findingKey(finding) }}
                replace
                aria-label={t('health.showLabel', { what })}
              >
                {t('health.show')}
              </Link>
            </li>
          )
        })}
      </ul>
    </Card>
  )
}
