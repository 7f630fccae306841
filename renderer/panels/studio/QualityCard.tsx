/** How it is sent; on air, what really goes up. */
import { SegmentedControl } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { bitRate, grouped, plain } from '../../i18n/format.ts'
import { FRAME_RATE, QUALITIES, QUALITY_FIGURES } from '../../studio/quality.ts'
import { chooseQuality } from '../../studio/sources.ts'
import type { UpstreamFigures } from '../../studio/figures.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { CODEC_NAMES } from '../../studio/video-codec.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'

/** What goes up as picture. */
export const videoText = (
  t: TFunction,
  { codec, height, videoBps, framesPerSecond }: UpstreamFigures,
): string => t('studio.videoNow', { codec, height, rate: plain(bitRate(videoBps)), frames: framesPerSecond })

/** Chooses how well it is sent. */
export function QualityChoice() {
  const { t } = useTranslation()
  const { quality } = useStudio()
  return (
    <SegmentedControl
      fullWidth
      size="xs"
      aria-label={t('studio.quality')}
      data={[...QUALITIES]}
      value={quality}
      onChange={(value) => chooseQuality(QUALITIES.find((one) => one === value) ?? quality)}
    />
  )
}

export function QualityCard() {
  const { t } = useTranslation()
  const { quality, codec, upstream } = useStudio()
  const rate = plain(bitRate(QUALITY_FIGURES[quality].bitRateBps))
  return (
    <Card title={t('studio.quality')} aside={t('studio.fromRenditions')}>
      <QualityChoice />
      <Facts>
        {upstream === null ? (
          <>
            <Fact label={t('studio.video')}>
              {t('studio.videoPlan', { codec: CODEC_NAMES[codec], rate, frames: FRAME_RATE })}
            </Fact>
            <Fact label={t('studio.audio')}>{t('studio.audioPlan')}</Fact>
          </>
        ) : (
          <>
            <Fact label={t('studio.video')}>{videoText(t, upstream)}</Fact>
            <Fact label={t('studio.audio')}>{plain(bitRate(upstream.audioBps))}</Fact>
            <Fact label={t('studio.roundTrip')}>
              {upstream.roundTripMs === null ? '–' : `${grouped(upstream.roundTripMs)} ms`}
            </Fact>
            <Fact label={t('studio.lost')}>{`${(upstream.lostShare * 100).toFixed(1)} %`}</Fact>
          </>
        )}
      </Facts>
    </Card>
  )
}
