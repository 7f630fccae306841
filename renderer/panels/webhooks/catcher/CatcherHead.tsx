import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconPencil, IconTrash } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { CatcherView, Script } from '../../../../service/contract/console/catchers.ts'
import { CATCHERS_KEY, deleteCatcher } from '../../../api/catchers.ts'
import { askDanger } from '../../../ui/danger.tsx'
import { CopyField } from '../../../ui/ValueField.tsx'
import { CatcherDialog } from './CatcherDialog.tsx'
import { SampleMenu } from './SampleMenu.tsx'
import { grouped } from '../../../i18n/format.ts'
import css from './Catchers.module.css'

/** What a catcher is, and what can be done with it. */
export function CatcherHead({ catcher }: { catcher: CatcherView }) {
  const { t } = useTranslation()
  const [editing, setEditing] = useState(false)
  const remove = useRemove(catcher)
  const { name, url, answer } = catcher
  return (
    <div className={css.head}>
      <div className={css.line}>
        <div className={css.what}>
          <h2 className="mono cut" lang="en" title={name} data-shortens>
            {name}
          </h2>
          <span className="second">{answerText(t, catcher)}</span>
        </div>
        <SampleMenu name={name} />
        <Button
          renderRoot={(props) => (
            <Link
              {...props}
              to="/channels/new"
              // What answers questions can be asked; anything takes events.
              search={{ eventWebhook: url, ...(answer.kind === 'custom' ? {} : { authWebhook: url }) }}
            />
          )}
        >
          {t('catcher.use')}
        </Button>
        <Tooltip label={t('catcher.edit')}>
          <ActionIcon aria-label={t('catcher.edit')} onClick={() => setEditing(true)}>
            <IconPencil size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
        <Tooltip label={t('catcher.delete')}>
          <ActionIcon aria-label={t('catcher.delete')} onClick={remove}>
            <IconTrash size={16} stroke={1.6} />
          </ActionIcon>
        </Tooltip>
      </div>
      <CopyField label={t('catcher.address')} value={url} />
      <CatcherDialog
        catcher={catcher}
        opened={editing}
        close={() => setEditing(false)}
        saved={() => undefined}
      />
    </div>
  )
}

function useRemove({ name, requests }: CatcherView): () => void {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const navigate = useNavigate()
  return () =>
    askDanger({
      title: t('catcher.deleteTitle', { name }),
      lead: t('catcher.deleteLead', { count: requests }),
      action: t('catcher.deleteDo'),
      run: async () => {
        await deleteCatcher(name)
        await navigate({ to: '/webhooks/catcher', search: {} })
        await queries.invalidateQueries({ queryKey: CATCHERS_KEY })
      },
    })
}

/** What a catcher answers, and after how long, in a few words. */
function answerText(t: TFunction, { answer, delayMs }: Script): string {
  const what =
    answer.kind === 'custom'
      ? t('catcher.answers.custom', { status: answer.status })
      : t(`catcher.answers.${answer.kind}`)
  return delayMs === 0 ? what : t('catcher.answers.after', { what, delay: grouped(delayMs) })
}
