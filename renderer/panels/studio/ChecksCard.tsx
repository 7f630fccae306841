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
import css from './Studio.module.css'

export function useChecks(channel: ChannelView): readonly Check[] {
  const engine = useEngine()
  const isConnected = useConnected()
  const { picture, state } = useStudio()
  const sound = useSoundState()
  const all = checks({ channel, engine, isConnected, hasPicture: picture !== null, sound })
  // On air, who publishes is ourselves.
  return isBusy(state) ? all.filter(({ key }) => key !== 'channelFree' && key !== 'channelTaken') : all
}

/** As in the control room. */
const LOOKS: Readonly<Record<Check['tone'], { readonly name: GlyphName; readonly tone: Tone }>> = {
  ok: { name: 'ok', tone: 'ok' },
  warn: { name: 'warn', tone: 'warn' },
  fail: { name: 'fail', tone: 'fail' },
  none: { name: 'idle', tone: 'idle' },
  unknown: { name: 'waiting', tone: 'idle' },
}

export function ChecksCard({ channel }: { readonly channel: ChannelView }) {
  const { t } = useTranslation()
  const { state } = useStudio()
  const all = useChecks(channel)
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
    case 'webhooksNone':
      return t('controlRoom.preflight.webhooksNone')
    case 'webhooksUnknown':
      return t('controlRoom.preflight.unknown.webhooks')
    default:
      return t(`studio.check.${check.key}`)
  }
}
