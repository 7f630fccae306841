import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconDownload, IconTrash } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SNAPSHOT_REASONS } from '../../../../service/contract/console/state.ts'
import type { Restart, Snapshot } from '../../../../service/contract/console/state.ts'
import { errorText } from '../../../api/error-text.ts'
import {
  deleteSnapshot,
  downloadSnapshot,
  restoreSnapshot,
  saveSnapshot,
  STATE_KEY,
} from '../../../api/state.ts'
import { byteSize } from '../../../i18n/format.ts'
import { Card } from '../../../ui/Card.tsx'
import { askDanger } from '../../../ui/danger.tsx'
import { Figure } from '../../../ui/Figure.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { UserText } from '../../../ui/UserText.tsx'
import { useCountsText } from './use-counts-text.ts'
import css from '../Settings.module.css'

interface Props {
  readonly snapshots: readonly Snapshot[]
  readonly onRestart: (restart: Restart) => void
}

export function SnapshotsCard({ snapshots, onRestart }: Props) {
  const { t } = useTranslation()
  return (
    <Card title={t('settings.data.snapshots.title')} flush>
      <Save />
      {snapshots.length === 0 ? (
        <p className={css.none}>{t('settings.data.snapshots.none')}</p>
      ) : (
        <table className={css.table}>
          <thead>
            <tr>
              <th scope="col">{t('settings.data.snapshots.name')}</th>
              <th scope="col">{t('settings.data.snapshots.created')}</th>
              <th scope="col">{t('settings.data.snapshots.size')}</th>
              <th scope="col">
                <span className="hidden-text">{t('settings.data.snapshots.actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {snapshots.map((snapshot) => (
              <Row key={snapshot.id} snapshot={snapshot} onRestart={onRestart} />
            ))}
          </tbody>
        </table>
      )}
    </Card>
  )
}

function Save() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [name, setName] = useState('')
  const wanted = name.trim()
  const save = useMutation({
    mutationFn: saveSnapshot,
    onSuccess: () => {
      setName('')
      return queries.invalidateQueries({ queryKey: STATE_KEY })
    },
  })
  return (
    <form
      className={css.add}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (wanted !== '') save.mutate(wanted)
      }}
    >
      <TextInput
        aria-label={t('settings.data.snapshots.newName')}
        placeholder={t('settings.data.snapshots.newName')}
        value={name}
        maxLength={60}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Button type="submit" disabled={wanted === ''} loading={save.isPending}>
        {t('settings.data.snapshots.save')}
      </Button>
      {save.error !== null && (
        <Notice tone="fail">{t('settings.notSaved', { reason: errorText(t, save.error) })}</Notice>
      )}
      <span className="hidden-text" role="status">
        {save.data && t('settings.data.snapshots.saved', { name: save.data.name })}
      </span>
    </form>
  )
}

function Row({ snapshot, onRestart }: { snapshot: Snapshot } & Pick<Props, 'onRestart'>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const countsText = useCountsText()
  const { id, createdAt, bytes, counts } = snapshot
  const reason = snapshot.automatic ? SNAPSHOT_REASONS.find((known) => known === snapshot.name) : undefined
  const name = reason === undefined ? snapshot.name : t(`settings.data.snapshots.${reason}`)
  const save = useMutation({ mutationFn: downloadSnapshot })
  const restore = () =>
    askDanger({
      title: t('settings.data.snapshots.restoreTitle', { name }),
      lead: t('settings.data.snapshots.restoreLead', { counts: countsText(counts) }),
      action: t('settings.data.snapshots.restoreAction'),
      run: async () => onRestart(await restoreSnapshot(id)),
    })
  const remove = () =>
    askDanger({
      title: t('settings.data.snapshots.deleteTitle', { name }),
      lead: t('settings.data.snapshots.deleteLead'),
      action: t('settings.data.snapshots.deleteAction'),
      run: async () => {
        await deleteSnapshot(id)
        await queries.invalidateQueries({ queryKey: STATE_KEY })
      },
    })
  return (
    <tr>
      <th scope="row">
        <UserText>{name}</UserText>
        <div className="meta">
          {snapshot.of === 'other' && `${t('settings.data.snapshots.ofOther')} · `}
          {countsText(counts)}
        </div>
      </th>
      <td>
        <Moment at={createdAt} />
      </td>
      <td>
        <Figure value={byteSize(bytes)} />
      </td>
      <td>
        <div className={css.actions}>
          <Button
            size="xs"
            aria-label={t('settings.data.snapshots.restoreNamed', { name })}
            onClick={restore}
          >
            {t('settings.data.snapshots.restore')}
          </Button>
          {snapshot.of !== 'other' && (
            <ActionIcon
              loading={save.isPending}
              onClick={() => save.mutate(id)}
              aria-label={t('settings.data.snapshots.download', { name })}
            >
              <IconDownload size={16} stroke={1.6} />
            </ActionIcon>
          )}
          <ActionIcon aria-label={t('settings.data.snapshots.delete', { name })} onClick={remove}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </div>
        {save.error !== null && (
          <Notice tone="fail">{t('danger.failed', { reason: errorText(t, save.error) })}</Notice>
        )}
      </td>
    </tr>
  )
}
