/** A new user: a preset, who it is, a password; then, this once, what they sign in with. */
import { Button, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { codePoints } from '../../../service/contract/text.ts'
import type { NewUser } from '../../api/users.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { useSignedIn } from '../../stores/session.ts'
import { Notice } from '../../ui/Notice.tsx'
import { CopyField } from '../../ui/ValueField.tsx'
import { Pane } from './Pane.tsx'
import { PasswordField } from './PasswordField.tsx'
import { PermissionChecks } from './PermissionChecks.tsx'
import { mayGrant, PRESET_NAMES, presetOf, PRESETS, type Preset } from './presets.ts'
import { has } from './rights.ts'
import { besideOf } from './search.ts'
import { TAKEN, useNewUser } from './use-new-user.ts'
import { refusalText } from './refusal.ts'
import css from './Users.module.css'

/** @param show opens the details of the new user */
export function NewUserPane({ close, show }: { close: () => void; show: (userId: number) => void }) {
  const { t } = useTranslation()
  const [made, setMade] = useState<{ userId: number; user: NewUser } | null>(null)
  useUnsaved(made !== null, { of: besideOf, once: true })
  return (
    <Pane title={t('users.new.title')} close={made === null ? close : null}>
      {made === null ? (
        <NewUserForm made={(userId, user) => setMade({ userId, user })} close={close} />
      ) : (
        <div className={css.stack} role="status">
          <Notice tone="warn" alert={false}>
            {t('users.new.once')}
          </Notice>
          <CopyField label={t('users.column.email')} value={made.user.email} />
          <CopyField label={t('users.password.label')} value={made.user.password} />
          <p className="second">{t('users.new.tell')}</p>
          <div className={css.end}>
            <Button onClick={() => setMade(null)}>{t('users.new.another')}</Button>
            <Button variant="filled" autoFocus onClick={() => show(made.userId)}>
              {t('users.new.copied')}
            </Button>
          </div>
        </div>
      )}
    </Pane>
  )
}

function NewUserForm(props: { made: (userId: number, user: NewUser) => void; close: () => void }) {
  const { t } = useTranslation()
  const { user: me } = useSignedIn()
  const { element, form, rule, submit, ruleOf, save, failure } = useNewUser(props.made)
  const { name, email, password, permissions } = form.values
  useUnsaved(form.isDirty(), { of: besideOf })
  return (
    <form className={css.stack} ref={element} noValidate onSubmit={submit}>
      <SegmentedControl
        aria-label={t('users.new.preset')}
        fullWidth
        value={presetOf(permissions) ?? ''}
        data={PRESET_NAMES.map((preset) => ({
          value: preset,
          label: t(`users.preset.${preset}`),
          disabled: !mayGrant(me, PRESETS[preset]),
        }))}
        onChange={(preset) => form.setFieldValue('permissions', PRESETS[preset as Preset])}
      />
      <TextInput
        autoFocus
        label={t('users.column.name')}
        description={t('users.nameHelp', { length: codePoints(name) })}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={name}
        error={form.field('name').error}
        onChange={(event) => form.setFieldValue('name', event.currentTarget.value)}
      />
      <TextInput
        label={t('users.column.email')}
        description={t('users.emailFixed')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        type="email"
        autoComplete="off"
        value={email}
        error={ruleOf('email') === TAKEN ? t('users.emailTaken') : form.field('email').error}
        onChange={(event) => form.setFieldValue('email', event.currentTarget.value)}
      />
      <PasswordField
        label={t('users.password.label')}
        value={password}
        onChange={(value) => form.setFieldValue('password', value)}
        rule={rule}
        refused={ruleOf('password')}
      />
      <PermissionChecks
        value={permissions}
        toggle={(key) => form.setFieldValue('permissions', { ...permissions, [key]: !permissions[key] })}
        reasonOf={(key) => (has(me, key) ? null : 'lacking')}
      />
      {failure !== null && (
        <Notice tone="fail">{t('danger.failed', { reason: refusalText(t, failure) })}</Notice>
      )}
      <div className={css.end}>
        <Button onClick={props.close}>{t('common.cancel')}</Button>
        <Button type="submit" variant="filled" loading={save.isPending}>
          {t('users.new.do')}
        </Button>
      </div>
    </form>
  )
}
