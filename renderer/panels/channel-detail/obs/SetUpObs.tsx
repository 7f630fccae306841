/** Sets up OBS on this computer for a channel: connect, see what changes, write; then undo it or start. */
import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withKey } from '../access/with-key.ts'
import type { RtmpChannel } from '../../../channel/channel-kind.ts'
import { Connect } from './Connect.tsx'
import type { Found } from './obs.ts'
import { Review } from './Review.tsx'

export function SetUpObs({ channel }: { channel: RtmpChannel }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{t('obs.open')}</Button>
      <Modal
        opened={isOpen}
        onClose={close}
        title={t('obs.title')}
        size={520}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        <Stages channel={channel} close={close} />
      </Modal>
    </>
  )
}

function Stages({ channel, close }: { channel: RtmpChannel; close: () => void }) {
  const [found, setFound] = useState<Found | null>(null)
  const [keyed, setKeyed] = useState(channel)
  const connected = async (one: Found) => {
    setKeyed(await withKey(channel))
    setFound(one)
  }
  useEffect(() => () => void found?.connection.close(), [found])
  return found === null ? (
    <Connect found={(one) => void connected(one)} close={close} />
  ) : (
    <Review channel={keyed} found={found} close={close} />
  )
}
