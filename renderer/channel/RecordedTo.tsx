import { useTranslation } from 'react-i18next'
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import { useDestinations } from '../archive/use-destinations.ts'
import { shortId } from '../i18n/format.ts'
import { Fact } from '../ui/Card.tsx'
import { renditionName } from './ladder.ts'

/** Where each rendition is recorded to: in one line where all go to the same place, nothing where none is. */
export function RecordedTo({ renditions }: Pick<ChannelView, 'renditions'>) {
  const { t } = useTranslation()
  const ids = renditions.map(({ archive }) => archive?.archive_destination_id)
  const recorded = renditions.filter(({ archive }) => archive !== undefined)
  const [first] = recorded
  if (first === undefined) return null
  const isOne = new Set(ids).size === 1
  return (
    <>
      {(isOne ? [first] : recorded).map((rendition, index) => {
        const name = isOne ? '' : ` ${renditionName(rendition, t('channels.audioOnly'))}`
        return (
          <Fact key={index} label={t('destinations.channel.recordedTo') + name}>
            <Address id={rendition.archive?.archive_destination_id ?? ''} />
          </Fact>
        )
      })}
    </>
  )
}

function Address({ id }: { id: string }) {
  const { t } = useTranslation()
  const known = useDestinations().data?.find((destination) => destination.id === id)
  return (
    <span className="mono" title={id}>
      {known?.bucketUri ?? t('destinations.channel.deletedDestination', { id: shortId(id) })}
    </span>
  )
}
