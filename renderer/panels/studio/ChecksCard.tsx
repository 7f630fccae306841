import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useConnected, useEngine } from '../../api/events/hooks.ts'
import { byteSize, plain } from '../../i18n/format.ts'
import { isBusy } from '../../studio/states.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Card } from '../../ui/Card.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { checks, type Check } from './checks.ts'
import css from './Studio.module.css'

export function useChecks(channel: ChannelView): readonly Check[] {
  const engine = useEngine()
  const isConnected = useConnected()
  const { picture, isMuted, isSoundLost, state } = useStudio()
  const all = checks({ channel, engine, isConnected, hasPicture: picture !== null, isMuted, isSoundLost })
  // On air, who publishes is ourselves.
  return isBusy(state) ? all.filter(({ key }) => key !== 'channelFree' && key !== 'channelTaken') : all
}

export function ChecksCard({ channel }: { readonly channel: ChannelView }) {
  const { t } = useTranslation()
  const { state } = useStudio()
  const all = useChecks(channel)
  const title = t(isBusy(state) ? 'studio.whileLive' : 'studio.before')
  const fine = all.filter(({ tone }) => tone === 'ok').length
  const passed = t('studio.passed', { fine, all: all.length })
  return (
    <Card title={title} aside={<span className="num">{passed}</span>}>
      <div className={css.scroll} role="group" aria-label={title} tabIndex={0}>
        <ul className={css.checks}>
          {all.map((check) => (
            <li key={check.key} className={css.check}>
              <Glyph name={check.tone} tone={check.tone} />
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
    case 'disk':
      return t(`studio.check.disk.${check.tone}`, { size: plain(byteSize(check.bytes)) })
    case 'channelTaken':
    case 'webhooksFail':
      return t(`studio.check.${check.key}`, { count: check.count })
    default:
      return t(`studio.check.${check.key}`)
  }
}
