/** Sends again what was given up: counted before, followed while it is sent, stopped where it was a mistake. */
import { Modal } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import {
  countGivenUp,
  redeliverGivenUp,
  stopRedelivery,
  WEBHOOKS_KEY,
  type GivenUpFilter,
} from '../../api/webhooks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { RedeliverChoice } from './RedeliverChoice.tsx'
import { RedeliverProgress } from './RedeliverProgress.tsx'
import dialog from '../../ui/Dialog.module.css'

const RENEW_MS = 1000

interface Props {
  readonly opened: boolean
  readonly close: () => void
  /** What the log is filtered by. */
  readonly start: GivenUpFilter
}

export function RedeliverDialog({ opened, close, start }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={close}
      title={t('webhooks.redeliverAllTitle')}
      size={440}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Redelivery close={close} start={start} />
    </Modal>
  )
}

function Redelivery({ close, start }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [filter, setFilter] = useState(start)
  const { data: counted, error: notCounted } = useQuery({
    queryKey: [...WEBHOOKS_KEY, 'given-up', filter],
    queryFn: () => countGivenUp(filter),
    refetchInterval: RENEW_MS,
  })
  const onSettled = () => queries.invalidateQueries({ queryKey: WEBHOOKS_KEY })
  const sending = useMutation({ mutationFn: redeliverGivenUp, onSettled })
  const stopping = useMutation({ mutationFn: stopRedelivery, onSettled })
  const underWay = counted?.underWay ?? 0
  // Of what was asked for before the dialog was opened, as much as was seen.
  const [most, setMost] = useState(0)
  if (underWay > most) setMost(underWay)
  const failure = sending.error ?? stopping.error
  return (
    <div className={dialog.body}>
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, failure) })}</Notice>
      )}
      {notCounted !== null && (
        <Notice tone="fail">{t('webhooks.givenUpFailed', { reason: errorText(t, notCounted) })}</Notice>
      )}
      {sending.data === undefined && underWay === 0 ? (
        <RedeliverChoice
          filter={filter}
          change={setFilter}
          count={counted?.count}
          isSending={sending.isPending}
          send={() => sending.mutate(filter)}
          close={close}
        />
      ) : (
        <RedeliverProgress
          asked={sending.data ?? most}
          underWay={underWay}
          stopped={stopping.data}
          isStopping={stopping.isPending}
          stop={() => stopping.mutate()}
          close={close}
        />
      )}
    </div>
  )
}
