/** Web pages that may call both APIs. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { setOriginsRequest } from '../../../service/contract/console/installation.ts'
import { errorText } from '../../api/error-text.ts'
import { getOrigins, ORIGINS_KEY, setOrigins } from '../../api/system.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

export function OriginsCard() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const query = useQuery({ queryKey: ORIGINS_KEY, queryFn: getOrigins })
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const origin = text.trim()
  const isWrong = !setOriginsRequest.safeParse({ origins: [origin] }).success
  const save = useMutation({
    mutationFn: setOrigins,
    onSuccess: () => queries.invalidateQueries({ queryKey: ORIGINS_KEY }),
  })
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
              onClick={() => save.mutate(data.filter((other) => other !== known))}
            >
              <IconX size={16} stroke={1.6} />
            </ActionIcon>
          </li>
        ))}
      </ul>
      <form
        className={css.add}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (isWrong) return
          setTried(false)
          save.mutate([...data, origin], { onSuccess: () => setText('') })
        }}
      >
        <TextInput
          aria-label={t('settings.origins.origin')}
          placeholder="https://app.example"
          autoComplete="off"
          spellCheck={false}
          value={text}
          error={tried && isWrong ? t('settings.origins.rule') : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" loading={save.isPending}>
          {t('settings.origins.add')}
        </Button>
      </form>
      {save.error !== null && (
        <div className={css.inner}>
          <Notice tone="fail">{t('settings.notSaved', { reason: errorText(t, save.error) })}</Notice>
        </div>
      )}
    </Card>
  )
}
