import { useTranslation } from 'react-i18next'
import { bitRate, grouped } from '../i18n/format.ts'
import type { PlayerState } from '../media/types.ts'
import css from './PlayerCard.module.css'

const fixed = (value: number | undefined, digits: number) =>
  value === undefined || Number.isNaN(value) ? '–' : value.toFixed(digits)
const seconds = (value: number | undefined) => fixed(value, 1)
const hundredths = (value: number | undefined) => fixed(value, 2)

/** Figures over the picture, on a plate, where most pictures have the least. */
export function PlayerFigures({ state }: { state: PlayerState }) {
  const { t } = useTranslation()
  const { sample } = state
  const parts = state.playlist?.parts ?? null
  const level = state.levels.find(({ index }) => index === state.playingLevel)
  const rate = grouped(Math.round((level?.bitRateBps ?? 0) / 1000))
  const bandwidth = bitRate(sample?.bandwidthBps ?? 0)
  return (
    <dl className={css.figures}>
      <Row label={t('player.latency')} value={seconds(sample?.latency)}>
        s, {t('player.target', { seconds: seconds(sample?.targetLatency) })}
      </Row>
      <Row label={t('player.buffer')} value={seconds(sample?.buffer)}>
        s
      </Row>
      <Row label={t('player.level')} value={level ? levelName(level.height, t('player.audioLevel')) : '–'}>
        {state.chosenLevel === -1 ? t('player.levelAuto', { rate }) : t('player.levelFixed', { rate })}
      </Row>
      <Row label={t('player.bandwidth')} value={bandwidth.value}>
        {bandwidth.unit}
      </Row>
      <Row label={t('player.dropped')} value={grouped(sample?.droppedFrames ?? 0)}>
        {t('player.ofFrames', { total: grouped(sample?.totalFrames ?? 0) })}
      </Row>
      <Row label={t('player.stalls')} value={String(state.stalls)} />
      {parts ? (
        <>
          <Row label={t('player.parts')} value={parts.targetSeconds.toFixed(2)}>
            {t('player.newestPart', { seconds: seconds(sample?.newestAge) })}
          </Row>
          {parts.blocksReload && (
            <Row label={t('player.reloadWait')} value={hundredths(sample?.reloadWait)}>
              {t('player.blocked')}
            </Row>
          )}
        </>
      ) : (
        <Row label={t('player.playlistAge')} value={seconds(sample?.playlistAge)}>
          s
        </Row>
      )}
    </dl>
  )
}

function Row({ label, value, children }: { label: string; value: string; children?: React.ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <strong>{value}</strong> {children}
      </dd>
    </div>
  )
}

/** `720p`, or the word for audio only. */
export const levelName = (height: number, audio: string) => (height > 0 ? `${height}p` : audio)
