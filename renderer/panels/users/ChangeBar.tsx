/** What waits to be saved, at the foot of the list. */
import { Button } from '@mantine/core'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { askDanger } from '../../ui/danger.tsx'
import { KeyCap, modKey } from '../../ui/KeyCap.tsx'
import { useEdits } from './edit-store.ts'
import { openReview } from './Review.tsx'
import css from './Users.module.css'

export function ChangeBar({ save }: { save: () => void }) {
  const { t } = useTranslation()
  const { edits, outcomes, saving, undo } = useEdits()
  if (edits.length === 0) return null
  const kept = [...outcomes.values()].filter(({ kind }) => kind === 'stale' || kind === 'failed').length
  return (
    <div className={css.bar} role="region" aria-label={t('users.waiting')}>
      <span className="num">
        <strong>{t('users.changes', { count: edits.length, number: edits.length })}</strong>
        {kept > 0 && <span className="second"> · {t('users.keptBack', { count: kept, number: kept })}</span>}
      </span>
      <Button onClick={() => openReview(t)}>{t('users.review')}</Button>
      <Button onClick={undo} disabled={saving}>
        {t('users.undo')}
      </Button>
      <Button
        variant="filled"
        loading={saving}
        onClick={save}
        rightSection={<KeyCap>{`${modKey} S`}</KeyCap>}
      >
        {t('common.save')}
      </Button>
    </div>
  )
}

/** Asks, and forgets everything that waits. */
export function askDiscard(t: TFunction): void {
  const { edits, discard } = useEdits.getState()
  if (edits.length === 0) return
  askDanger({
    title: t('users.discard.title', { count: edits.length, number: edits.length }),
    lead: t('users.discard.lead'),
    action: t('users.discard.do'),
    run: () => {
      discard()
      return Promise.resolve()
    },
  })
}
