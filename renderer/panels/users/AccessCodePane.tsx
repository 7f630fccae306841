/** The code that every login of this system needs: when it was changed, and changing it. */
import { Button, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { z } from 'zod'
import { accessCodeSchema } from '../../../service/contract/option-api.ts'
import { errorText } from '../../api/error-text.ts'
import { changeAccessCode, USERS_KEY } from '../../api/users.ts'
import { brokenBy, useSavedForm } from '../../form/use-saved-form.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Fact, Facts } from '../../ui/Card.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { Pane } from './Pane.tsx'
import { generateAccessCode } from '../../password/password.ts'
import { besideOf } from './search.ts'
import { useOverview } from './use-users.ts'
import css from './Users.module.css'
import danger from '../../ui/danger.module.css'

/** @param done closes it once the new code was copied */
export function AccessCodePane({ close, done }: { close: () => void; done: () => void }) {
  const { t } = useTranslation()
  const { isMaster } = useSignedIn().user
  const { query } = useOverview()
  const changedAt = query.data?.accessCodeChangedAt
  const [made, setMade] = useState<string | null>(null)
  useUnsaved(made !== null, { of: besideOf, once: true })
  return (
    <Pane title={t('users.code.title')} close={made === null ? close : null}>
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
      {!isMaster && (
        <Notice tone="info" alert={false}>
          {t('users.code.mastersOnly')}
        </Notice>
      )}
      {isMaster && made === null && <CodeForm made={setMade} />}
      {made !== null && <Made code={made} close={done} />}
    </Pane>
  )
}

const CODE = z.object({ access_code: accessCodeSchema })
/** Stands at the name that is typed to confirm. */
const UNLIKE = 'unlike'

function Made({ code, close }: { code: string; close: () => void }) {
  const { t } = useTranslation()
  return (
    <div className={css.stack} role="status">
      <Notice tone="warn" alert={false}>
        {t('users.code.once')}
      </Notice>
      <CopyField label={t('users.code.new')} value={code} />
      <div className={css.end}>
        <Button variant="filled" autoFocus onClick={close}>
          {t('users.new.copied')}
        </Button>
      </div>
    </div>
  )
}

function CodeForm({ made }: { made: (code: string) => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { name: system } = useSignedIn().system
  const { element, form, ruleOf, save, failure, submit } = useSavedForm({
    start: { access_code: '', typed: '' },
    check: ({ access_code, typed }) => ({
      ...brokenBy(CODE, { access_code }),
      ...(typed.trim() !== system.trim() && { typed: UNLIKE }),
    }),
    place: ({ problems }) => byPath(problems),
    send: ({ access_code }) => changeAccessCode(access_code),
    sent: (_, { access_code }) => {
      made(access_code)
      return queries.invalidateQueries({ queryKey: USERS_KEY })
    },
  })
  return (
    <form className={css.stack} ref={element} noValidate onSubmit={submit}>
      <div className={css.row}>
        <TextInput
          label={t('users.code.new')}
          autoComplete="off"
          spellCheck={false}
          {...form.field('access_code')}
        />
        <Button
          className={css.generate}
          onClick={() => form.setFieldValue('access_code', generateAccessCode())}
        >
          {t('users.password.generate')}
        </Button>
      </div>
      <TextInput
        label={t('users.code.confirm', { system })}
        autoComplete="off"
        {...form.field('typed')}
        error={ruleOf('typed') === UNLIKE ? t('users.code.confirmWrong', { system }) : undefined}
      />
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: errorText(t, failure) })}</Notice>
      )}
      <div className={css.end}>
        <Button type="submit" className={danger.destroy} loading={save.isPending}>
          {t('users.code.do')}
        </Button>
      </div>
    </form>
  )
}
