import { useTranslation } from 'react-i18next'
import { evenSize, snapAudioBitRate } from '../../../service/contract/rendition.ts'
import { grouped } from '../../i18n/format.ts'
import { Card, Fact, Facts } from '../../ui/Card.tsx'
import type { Numeric, RenditionValues } from './form-values.ts'

interface Props {
  readonly renditions: readonly RenditionValues[]
  readonly segmentSeconds: Numeric
}

/** What viewers will get, in encoded sizes and rates. */
export function Summary({ renditions, segmentSeconds }: Props) {
  const { t } = useTranslation()
  const kbps = (bps: Numeric) => grouped(Math.round(Number(bps) / 1000))
  return (
    <Card title={t('create.summaryTitle')} aside="HLS">
      <Facts>
        {renditions.map((r, index) => {
          const rates = [
            ...(r.withVideo ? [kbps(r.videoBps)] : []),
            ...(r.withAudio && r.audioBps !== '' ? [kbps(snapAudioBitRate(r.audioBps))] : []),
          ]
          const name = r.withVideo && r.height !== '' ? `${evenSize(r.height)}p` : t('channels.audioOnly')
          return (
            <Fact key={index} label={name}>
              {rates.join(' + ')} kbps
            </Fact>
          )
        })}
        <Fact label={t('output.segment')}>{t('output.target', { seconds: segmentSeconds })}</Fact>
      </Facts>
    </Card>
  )
}
