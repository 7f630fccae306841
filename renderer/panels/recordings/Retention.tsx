/** How long recordings in folders of this computer are kept. What would go at once is counted before. */
import { Button, Modal, Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../../api/error-text.ts'
import { keepRecordings, readRetention, RECORDINGS_KEY } from '../../api/recordings.ts'
import { byteSize, grouped, plain } from '../../i18n/format.ts'
import { useArmed } from '../../ui/danger.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { DialogFoot } from '../../ui/DialogFoot.tsx'
import danger from '../../ui/danger.module.css'
import dialog from '../../ui/Dialog.module.css'

const CHOICES = [1, 7, 14, 30, 90, 365] as const

const useRetention = (days: number | null) =>
  useQuery({
    queryKey: [...RECORDINGS_KEY, 'retention', days],
    queryFn: () => readRetention(days),
    placeholderData: keepPreviousData,
  })

/** Says what holds, and opens what changes it. */
export function Retention() {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const keepDays = useRetention(null).data?.keepDays
  return (
    <>
      <Button onClick={() => setOpened(true)}>
        {keepDays === undefined || keepDays === null
          ? t('recordings.retention.open')
          : t('recordings.retention.kept', { count: keepDays })}
      </Button>
      <Modal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('recordings.retention.title')}
        size={480}
        closeButtonProps={{ 'aria-label': t('common.close') }}
      >
        {keepDays !== undefined && <Form keepDays={keepDays} close={() => setOpened(false)} />}
      </Modal>
    </>
  )
}

function Form({ keepDays, close }: { readonly keepDays: number | null; readonly close: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [days, setDays] = useState(keepDays)
  const armed = useArmed()
  const { data, error, isPlaceholderData } = useRetention(days)
  const saving = useMutation({
    mutationFn: keepRecordings,
    onSuccess: async () => {
      close()
      notifications.show({ message: t('recordings.retention.saved') })
      await queries.invalidateQueries({ queryKey: RECORDINGS_KEY })
    },
  })
  const due = days === null || isPlaceholderData ? undefined : data?.due
  const known = days === null || due !== undefined
  const goes = (due?.count ?? 0) > 0
  const all = [...new Set([...CHOICES, ...(keepDays === null ? [] : [keepDays])])].sort((a, b) => a - b)
  const failure = saving.error ?? error
  return (
    <div className={dialog.body}>
      <p className="second">{t('recordings.retention.lead')}</p>
      <Select
        label={t('recordings.retention.keep')}
        data-autofocus
        value={String(days ?? '')}
        onChange={(value) => setDays(value === null || value === '' ? null : Number(value))}
        data={[
          { value: '', label: t('recordings.retention.forever') },
          ...all.map((count) => ({ value: String(count), label: t('recordings.retention.days', { count }) })),
        ]}
        allowDeselect={false}
      />
      {goes && due !== undefined && (
        <Notice tone="warn" alert={false}>
          {t('recordings.retention.due', {
            count: due.count,
            number: grouped(due.count),
            size: plain(byteSize(due.bytes)),
          })}
        </Notice>
      )}
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, failure) })}</Notice>
      )}
      <DialogFoot close={close}>
        <Button
          className={goes ? danger.destroy : undefined}
          variant={goes ? 'default' : 'filled'}
          disabled={days === keepDays || !known}
          loading={saving.isPending}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => armed && saving.mutate(days)}
        >
          {goes && due !== undefined
            ? t('recordings.retention.saveAndDelete', { count: due.count, number: grouped(due.count) })
            : t('recordings.retention.save')}
        </Button>
      </DialogFoot>
    </div>
  )
}
