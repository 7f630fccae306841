import { useNow } from '../../api/events/clock.ts'
import { readRates, SPAN_SECONDS } from './rates.ts'
import { closed, sparklineRuns } from './sparkline.ts'
import css from './Live.module.css'

const SIZE = { width: 56, height: 18 } as const

/** The bit rate of the last minute; the figure beside it says the same to who does not see it. */
export function Sparkline({ channelId }: { channelId: string }) {
  const now = useNow() / 1000
  const runs = sparklineRuns(readRates(channelId), now + 1, SPAN_SECONDS, SIZE)
  return (
    <svg
      className={css.sparkline}
      {...SIZE}
      viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {runs.map((run) => (
        <g key={run[0]}>
          <polygon points={closed(run, SIZE).join(' ')} />
          <polyline points={run.join(' ')} />
        </g>
      ))}
    </svg>
  )
}
