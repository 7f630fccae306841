/** Sends an event that did not happen, to see whether an endpoint takes it. */
import { Button, Modal, Select } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SAMPLE_TYPES } from '../../../service/contract/console/words.ts'
import { errorText } from '../../api/error-text.ts'
import { useChannels } from '../../api/events/hooks.ts'
import { sendSample, WEBHOOKS_KEY } from '../../api/webhooks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useChannelName } from '../../channel/use-channel-name.ts'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import dialog from '../../ui/Dialog.module.css'

interface Props {
  readonly opened: boolean
  readonly close: () => void
  /** @param id of the event that was sent */
  readonly sent: (id: string) => void
}

export function SampleDialog({ opened, close, sent }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('webhooks.sample.title')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Form close={close} sent={sent} />
    </Modal>
  )
}

function Form({ close, sent }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const nameOf = useChannelName()
  const channels = (useChannels() ?? []).filter(({ hasEventWebhook }) => hasEventWebhook)
  const [channelId, setChannelId] = useState<string | null>(null)
  const [type, setType] = useState<string>('connection.created')
  const channel = channels.find((one) => one.channelId === channelId) ?? channels[0]
  const types: readonly string[] = SAMPLE_TYPES[channel?.kind === 'rtmp' ? 'rtmp' : 'webrtc']
  const known = types.includes(type) ? type : (types[0] ?? '')
  const sending = useMutation({
    mutationFn: sendSample,
    onSuccess: async (id) => {
      await queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
      close()
      sent(id)
    },
  })
  if (channel === undefined) return <p className="second">{t('webhooks.sample.noChannel')}</p>
  return (
    <form
      className={dialog.body}
      onSubmit={(event) => {
        event.preventDefault()
        if (!sending.isPending) sending.mutate({ channelId: channel.channelId, type: known })
      }}
    >
      <p className="second">{t('webhooks.sample.lead')}</p>
      <Select
        label={t('webhooks.facet.channel')}
        data-autofocus
        value={channel.channelId}
        onChange={setChannelId}
        data={channels.map((one) => ({ value: one.channelId, label: nameOf(one) }))}
        allowDeselect={false}
        searchable
      />
      <Select
        label={t('webhooks.facet.type')}
        value={known}
        onChange={(value) => setType(value ?? known)}
        data={[...types]}
        allowDeselect={false}
      />
      {sending.error !== null && (
        <Notice tone="fail">{t('webhooks.sample.failed', { reason: errorText(t, sending.error) })}</Notice>
      )}
      <DialogFoot close={close}>
        <Button type="submit" variant="filled" loading={sending.isPending}>
          {t('webhooks.sample.send')}
        </Button>
      </DialogFoot>
    </form>
  )
}
