/** Web pages that may call both APIs. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { setOriginsRequest } from '../../../service/contract/console/installation.ts'
import { carried } from '../../../service/contract/refusal/carried.ts'
import { errorText } from '../../api/error-text.ts'
import type { ApiError } from '../../api/http.ts'
import { getOrigins, ORIGINS_KEY, setOrigins } from '../../api/system.ts'
import { brokenBy, useSavedForm, type BrokenRules } from '../../form/use-saved-form.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

export function OriginsCard() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ORIGINS_KEY, queryFn: getOrigins })
  const renew = () => queries.invalidateQueries({ queryKey: ORIGINS_KEY })
  const remove = useMutation({ mutationFn: setOrigins, onSuccess: renew })
  const { data = [] } = query
  return (
    <Card title={t('settings.origins.title')} aside={t('settings.origins.aside')} flush>
      <SettingsFailed query={query} className={css.inner} />
      {query.data?.length === 0 && <p className={css.none}>{t('settings.origins.none')}</p>}
      <ul>
        {data.map((known) => (
          <li key={known} className={css.item}>
            <code className="mono">{known}</code>
            <ActionIcon
              aria-label={t('settings.origins.remove', { origin: known })}
              title={t('settings.origins.remove', { origin: known })}
              onClick={() => remove.mutate(data.filter((other) => other !== known))}
            >
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <NewOrigin known={data} added={renew} />
      <NotSaved error={remove.error} />
    </Card>
  )
}

interface NewOriginProps {
  readonly known: readonly string[]
  readonly added: () => Promise<void>
}

function NewOrigin({ known, added }: NewOriginProps) {
  const { t } = useTranslation()
  const { element, form, save, failure, submit } = useSavedForm({
    start: { origin: '' },
    check: ({ origin }) => atField(brokenBy(setOriginsRequest, { origins: [origin.trim()] })['origins.0']),
    place: refusedOrigin,
    send: ({ origin }) => setOrigins([...known, origin.trim()]),
    sent: async (_answer, _values, reset) => {
      await added()
      reset()
    },
  })
  return (
    <>
      <form className={css.add} ref={element} noValidate onSubmit={submit}>
        <TextInput
          aria-label={t('settings.origins.origin')}
          placeholder="https://app.example"
          autoComplete="off"
          spellCheck={false}
          {...form.field('origin')}
        />
        <Button type="submit" loading={save.isPending}>
          {t('settings.origins.add')}
        </Button>
      </form>
      <NotSaved error={failure} />
    </>
  )
}

/** The whole list is sent: whatever of it is refused, the new one is what has changed. */
function refusedOrigin({ problems }: ApiError): BrokenRules {
  const [problem] = problems
  return atField(problem && carried(problem))
}

const atField = (rule: string | undefined): BrokenRules => (rule === undefined ? {} : { origin: rule })

function NotSaved({ error }: { readonly error: Error | null }) {
  const { t } = useTranslation()
  if (error === null) return null
  return (
    <div className={css.inner}>
      <Notice tone="fail">{t('settings.notSaved', { reason: errorText(t, error) })}</Notice>
    </div>
  )
}
