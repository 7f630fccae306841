import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useConnected, useEngine } from '../../api/events/hooks.ts'
import { byteSize, plain } from '../../i18n/format.ts'
import { useSoundState } from '../../studio/own-level.ts'
import { isBusy } from '../../studio/states.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Card } from '../../ui/Card.tsx'
import { Glyph, type GlyphName } from '../../ui/Glyph.tsx'
import type { Tone } from '../../ui/tone.ts'
import { checks, passed, type Check } from './checks.ts'
import type { Target } from './pick.ts'
import css from './Studio.module.css'

/** @param elsewhere what runs or soon begins on another channel */
export function useChecks(channel: ChannelView, elsewhere: Target | null = null): readonly Check[] {
  const engine = useEngine()
  const isConnected = useConnected()
  const { picture, state } = useStudio()
  const sound = useSoundState()
  const all = checks({ channel, engine, isConnected, hasPicture: picture !== null, sound, elsewhere })
  // On air, who publishes is ourselves, and the channel is chosen.
  return isBusy(state) ? all.filter(({ key }) => !BEFORE_ONLY.has(key)) : all
}

const BEFORE_ONLY: ReadonlySet<Check['key']> = new Set(['channelFree', 'channelTaken', 'dueElsewhere'])

/** As in the control room. */
const LOOKS: Readonly<Record<Check['tone'], { readonly name: GlyphName; readonly tone: Tone }>> = {
  ok: { name: 'ok', tone: 'ok' },
  warn: { name: 'warn', tone: 'warn' },
  fail: { name: 'fail', tone: 'fail' },
  none: { name: 'idle', tone: 'idle' },
  unknown: { name: 'waiting', tone: 'idle' },
}

interface Props {
  readonly channel: ChannelView
  /** What runs or soon begins on another channel. */
  readonly elsewhere: Target | null
}

export function ChecksCard({ channel, elsewhere }: Props) {
  const { t } = useTranslation()
  const { state } = useStudio()
  const all = useChecks(channel, elsewhere)
  const title = t(isBusy(state) ? 'studio.whileLive' : 'studio.before')
  return (
    <Card title={title} aside={<span className="num">{t('studio.passed', passed(all))}</span>}>
      <div className={css.scroll} role="group" aria-label={title} tabIndex={0}>
        <ul className={css.checks}>
          {all.map((check) => (
            <li key={check.key} className={css.check}>
              <Glyph {...LOOKS[check.tone]} />
              <span>
                <CheckText check={check} />
              </span>
            </li>
          ))}
        </ul>
      </div>
      <p className={css.foot}>{t('studio.warningsPass')}</p>
    </Card>
  )
}

function CheckText({ check }: { readonly check: Check }) {
  const { t } = useTranslation()
  switch (check.key) {
    case 'engine':
    case 'picture':
      return t(`studio.check.${check.key}.${check.tone}`)
    case 'sound':
      return t(`studio.check.sound.${check.state}`)
    case 'disk':
      return t(`studio.check.disk.${check.tone}`, { size: plain(byteSize(check.bytes)) })
    case 'channelTaken':
    case 'webhooksFail':
      return t(`studio.check.${check.key}`, { count: check.count })
    case 'dueElsewhere':
      return (
        <>
          {t('studio.check.dueElsewhere', { name: check.name })}{' '}
          <Link className={css.choose} to="/studio" search={{ channel: check.channelId }} replace>
            {t('studio.check.choose')}
          </Link>
        </>
      )
    case 'webhooksNone':
      return t('controlRoom.preflight.webhooksNone')
    case 'webhooksUnknown':
      return t('controlRoom.preflight.unknown.webhooks')
    default:
      return t(`studio.check.${check.key}`)
  }
}
