import { useTranslation } from 'react-i18next'
import type { ChatMessage } from '../api/chat.ts'
import { useNow } from '../api/events/clock.ts'
import { wallOf } from '../zone-time.ts'
import { useSignedIn } from '../stores/session.ts'
import { RATE_MINUTES, rateOf } from './moderation.ts'
import css from './Chat.module.css'

const [BAR, GAP, HEIGHT] = [4, 2, 20]

/** How much is said: a bar for each of the last minutes, and the figure of the last one that is over. */
export function ChatRate({ messages }: { messages: readonly ChatMessage[] }) {
  const { t } = useTranslation()
  const { timeZone } = useSignedIn().system
  const bars = rateOf(messages, wallOf(useNow(), timeZone))
  const most = Math.max(1, ...bars)
  const last = bars.at(-2) ?? 0
  return (
    <span
      className={css.rate}
      role="img"
      aria-label={t('chat.rateLabel', { last, minutes: RATE_MINUTES, most: Math.max(...bars) })}
      title={t('chat.rateLabel', { last, minutes: RATE_MINUTES, most: Math.max(...bars) })}
    >
      <svg width={RATE_MINUTES * (BAR + GAP) - GAP} height={HEIGHT} aria-hidden="true">
        {bars.map((count, index) => {
          const height = Math.max(1, (count / most) * HEIGHT)
          return <rect key={index} x={index * (BAR + GAP)} y={HEIGHT - height} width={BAR} height={height} />
        })}
      </svg>
      <span className="num second">{t('chat.rate', { last })}</span>
    </span>
  )
}
