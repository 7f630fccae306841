/** How it is sent; on air, what really goes up. */
import { SegmentedControl } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { bitRate, grouped, plain } from '../../i18n/format.ts'
import { FRAME_RATE, QUALITIES, QUALITY_FIGURES } from '../../studio/quality.ts'
import { chooseQuality } from '../../studio/sources.ts'
import { useStudio } from '../../studio/use-studio.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'

export function QualityCard() {
  const { t } = useTranslation()
  const { quality, upstream } = useStudio()
  const { bitRateBps } = QUALITY_FIGURES[quality]
  return (
    <Card title={t('studio.quality')} aside={t('studio.fromRenditions')}>
      <SegmentedControl
        fullWidth
        aria-label={t('studio.quality')}
        data={[...QUALITIES]}
        value={quality}
        onChange={(value) => chooseQuality(QUALITIES.find((one) => one === value) ?? quality)}
      />
      <Facts>
        {upstream === null ? (
          <>
            <Fact label={t('studio.video')}>
              {t('studio.videoPlan', { rate: plain(bitRate(bitRateBps)), frames: FRAME_RATE })}
            </Fact>
            <Fact label={t('studio.audio')}>{t('studio.audioPlan')}</Fact>
          </>
        ) : (
          <>
            <Fact label={t('studio.video')}>
              {t('studio.videoNow', {
                codec: upstream.codec,
                height: upstream.height,
                rate: plain(bitRate(upstream.videoBps)),
                frames: upstream.framesPerSecond,
              })}
            </Fact>
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
