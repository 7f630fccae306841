/** The code that every login of this system needs: when it was changed, and changing it. */
import { Button, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type SyntheticEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { accessCodeSchema } from '../../../service/contract/option-api.ts'
import { refusedRule } from './refusal.ts'
import { errorText } from '../../api/error-text.ts'
import { changeAccessCode, USERS_KEY } from '../../api/users.ts'
import { carriedText } from '../../i18n/refusal/text.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { Pane } from './Pane.tsx'
import { generateAccessCode } from './password.ts'
import { useOverview } from './use-users.ts'
import css from './Users.module.css'
import danger from '../../ui/danger.module.css'

export function AccessCodePane({ close }: { close: () => void }) {
  const { t } = useTranslation()
  const { isMaster } = useSignedIn().user
  const { query } = useOverview()
  const changedAt = query.data?.accessCodeChangedAt
  return (
    <Pane title={t('users.code.title')} close={close}>
      <p className="second">{t('users.code.lead')}</p>
      {query.error !== null && (
        <LoadFailed query={query}>{t('users.loadFailed', { reason: errorText(t, query.error) })}</LoadFailed>
      )}
      <Facts>
        <Fact label={t('users.code.changed')}>
          {changedAt === null && t('users.code.neverChanged')}
          {typeof changedAt === 'number' && <Moment at={changedAt} />}
        </Fact>
      </Facts>
      <div>
        <h3>{t('users.code.breaks')}</h3>
        <ul className={css.list}>
          <li>{t('users.code.sessionsStay')}</li>
          <li>{t('users.code.newLogins')}</li>
          <li>{t('users.code.apps')}</li>
        </ul>
      </div>
      {isMaster ? (
        <CodeForm />
      ) : (
        <Notice tone="info" alert={false}>
          {t('users.code.mastersOnly')}
        </Notice>
      )}
    </Pane>
  )
}

function CodeForm() {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { name: system } = useSignedIn().system
  const [code, setCode] = useState('')
  const [typed, setTyped] = useState('')
  const [tried, setTried] = useState(false)
  const change = useMutation({
    mutationFn: changeAccessCode,
    gcTime: 0,
    onSuccess: () => queries.invalidateQueries({ queryKey: USERS_KEY }),
  })
  const broken = accessCodeSchema.safeParse(code).error?.issues[0]?.message
  const confirmed = typed.trim() === system.trim()
  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    setTried(true)
    if (broken === undefined && confirmed) change.mutate(code)
  }
  if (change.isSuccess)
    return (
      <div className={css.stack} role="status">
        <Notice tone="warn" alert={false}>
          {t('users.code.once')}
        </Notice>
        <CopyField label={t('users.code.new')} value={code} />
      </div>
    )
  const { error } = change
  const refused = refusedRule(error)
  const rule = refused ?? (tried ? broken : undefined)
  return (
    <form className={css.stack} noValidate onSubmit={submit}>
      <div className={css.row}>
        <TextInput
          label={t('users.code.new')}
          autoComplete="off"
          spellCheck={false}
          value={code}
          error={rule === undefined ? undefined : carriedText(t, rule)}
          onChange={(event) => setCode(event.currentTarget.value)}
        />
        <Button className={css.generate} onClick={() => setCode(generateAccessCode())}>
          {t('users.password.generate')}
        </Button>
      </div>
      <TextInput
        label={t('users.code.confirm', { system })}
        autoComplete="off"
        value={typed}
        error={tried && !confirmed ? t('users.code.confirmWrong', { system }) : undefined}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {error !== null && refused === undefined && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, error) })}</Notice>
      )}
      <div className={css.end}>
        <Button type="submit" className={danger.destroy} loading={change.isPending}>
          {t('users.code.do')}
        </Button>
      </div>
    </form>
  )
}
