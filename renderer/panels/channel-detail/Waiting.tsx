/** Before the first signal: three steps that check themselves off. */
import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { useConnected } from '../../api/events/hooks.ts'
import { useNow } from '../../api/events/clock.ts'
import { closeText, refusalFix } from '../../i18n/close.ts'
import { encoderName } from '../../channel/encoder-name.ts'
import { Glyph } from '../../ui/Glyph.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { drawState } from '../../channel/state.ts'
import type { RtmpChannel } from '../../channel/channel-kind.ts'
import { TestPictureButton } from './Head.tsx'
import { IngestCard } from './IngestCard.tsx'
import { ObsSettings } from './ObsSettings.tsx'
import { OutputCard } from './OutputCard.tsx'
import { arrival, STEPS, type Step } from './signal.ts'
import css from './Waiting.module.css'

export function Waiting({ channel }: { channel: RtmpChannel }) {
  const { t } = useTranslation()
  const came = arrival(channel)
  return (
    <div className={css.page}>
      <div className={css.main}>
        <div>
          <h2 className={css.title}>{t(came === 'sending' ? 'waiting.arriving' : 'waiting.title')}</h2>
          <p className={css.lead}>{t(`waiting.lead.${came}`)}</p>
        </div>
        {came === 'refused' && channel.lastClose && (
          <Notice tone="warn">
            {t('waiting.denied', { reason: closeText(t, channel.lastClose) })}
            <p>{refusalFix(t, channel.lastClose)}</p>
          </Notice>
        )}
        <Steps channel={channel} />
        {channel.connections.length === 0 && (
          <div className={css.other}>
            <div>
              <h3>{t('waiting.noEncoder')}</h3>
              <p className="meta">{t('waiting.noEncoderHelp')}</p>
            </div>
            <TestPictureButton channel={channel} label={t('waiting.useTestPicture')} />
          </div>
        )}
      </div>
      <div className={css.side}>
        <IngestCard channel={channel} />
        <ObsSettings channel={channel} />
        <OutputCard channel={channel} />
      </div>
    </div>
  )
}

function Steps({ channel }: { channel: ChannelView }) {
  const { t } = useTranslation()
  const now = useNow()
  const connected = useConnected()
  const came = arrival(channel)
  const step = STEPS[came]
  const drawn = drawState(channel, now, connected)
  const encoder = channel.testPicture
    ? t('encoder.testPicture')
    : encoderName(t, channel.connections[0]?.encoder ?? '')
  const segment =
    drawn.words.key === 'packaging'
      ? t('waiting.step3Now', { seconds: drawn.words.seconds })
      : t('waiting.step3Help')
  return (
    <ol className={css.steps} aria-label={t('waiting.steps')}>
      <StepItem state={step.address} title={t('waiting.step1')} help={t('waiting.step1Help')} number={1} />
      <StepItem
        state={step.sending}
        title={t('waiting.step2')}
        help={t(`waiting.help.${came}`, { encoder })}
        number={2}
      />
      <StepItem state={step.segment} title={t('waiting.step3')} help={segment} number={3} />
    </ol>
  )
}

function StepItem(props: { state: Step; title: string; help: string; number: number }) {
  const { t } = useTranslation()
  return (
    <li
      className={css.step}
      data-state={props.state}
      aria-current={props.state === 'now' ? 'step' : undefined}
    >
      {props.state === 'done' ? (
        <Glyph name="ok" tone="ok" size={20} />
      ) : (
        <span className={css.number} aria-hidden="true">
          {props.number}
        </span>
      )}
      <div>
        <h3>{props.title}</h3>
        <p className="meta num">{props.help}</p>
      </div>
      <span className={css.state}>{t(`waiting.${props.state}`)}</span>
    </li>
  )
}
