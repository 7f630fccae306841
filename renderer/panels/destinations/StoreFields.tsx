/** What each kind of store asks: bucket and path or a folder, and how to get in. */
import { Button, PasswordInput, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isPlaceUri, readPlaceUri } from '../../archive/bucket-uri.ts'
import { ApiLabel } from './ApiLabel.tsx'
import { CredentialField } from './CredentialField.tsx'
import { hasEdgeSpace, type Field } from './form-values.ts'
import type { DestinationForm } from './use-destination-form.ts'
import css from './NewDestination.module.css'

/** Browsers and their extensions offer to fill in and to keep what is none of theirs. */
const NO_FILL = { autoComplete: 'off', spellCheck: false, 'data-1p-ignore': true, 'data-lpignore': 'true' }
/** Fields side by side begin on one line, with help or without. */
const COMMON = {
  ...NO_FILL,
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
}

export function PlaceFields({ form }: { form: DestinationForm }) {
  const { t } = useTranslation()
  const { store } = form.values
  if (store === 'file') {
    return (
      <TextInput
        label={<ApiLabel member="bucket_uri">{t('destinations.field.folder')}</ApiLabel>}
        description={t('destinations.fieldHelp.folder')}
        {...COMMON}
        {...form.field('folder')}
      />
    )
  }
  const bucket = form.field('bucket')
  return (
    <div className={css.pair}>
      <TextInput
        label={t(store === 'azblob' ? 'destinations.field.container' : 'destinations.field.bucket')}
        description={t('destinations.fieldHelp.bucket')}
        {...COMMON}
        {...bucket}
        onChange={(event) => {
          const { value } = event.currentTarget
          if (isPlaceUri(value)) form.setValues(readPlaceUri(value))
          else bucket.onChange(event)
        }}
      />
      <TextInput
        label={t('common.optional', { field: t('destinations.field.path') })}
        description={t('destinations.fieldHelp.path')}
        {...COMMON}
        {...form.field('path')}
      />
    </div>
  )
}

export function AccessFields({ form, fields }: { form: DestinationForm; fields: readonly Field[] }) {
  return (
    <div className={css.pair}>
      {fields.map((field) => {
        if (field.name === 'credential') return <CredentialField key={field.name} form={form} />
        return field.secret ? (
          <SecretField key={field.name} form={form} field={field} />
        ) : (
          <OpenField key={field.name} form={form} field={field} />
        )
      })}
    </div>
  )
}

interface FieldProps {
  readonly form: DestinationForm
  readonly field: Field
}

function OpenField({ form, field: { name, member } }: FieldProps) {
  const { t } = useTranslation()
  const help = {
    endPoint: t('destinations.fieldHelp.endPoint'),
    region: t(
      form.values.store === 's3'
        ? 'destinations.fieldHelp.region'
        : 'destinations.fieldHelp.regionCompatible',
    ),
    account: t('destinations.fieldHelp.account'),
  }
  return (
    <TextInput
      label={<ApiLabel member={member}>{t(`destinations.field.${name}`)}</ApiLabel>}
      description={name in help ? help[name as keyof typeof help] : undefined}
      placeholder={name === 'endPoint' ? 'https://' : undefined}
      {...COMMON}
      {...form.field(name)}
    />
  )
}

function SecretField({ form, field: { name, member } }: FieldProps) {
  const { t } = useTranslation()
  const value = form.values[name]
  return (
    <div>
      <PasswordInput
        label={<ApiLabel member={member}>{t(`destinations.field.${name}`)}</ApiLabel>}
        description={name === 'accountKey' ? t('destinations.fieldHelp.accountKey') : undefined}
        visibilityToggleButtonProps={{ 'aria-label': t('common.show'), tabIndex: 0 }}
        {...COMMON}
        {...form.field(name)}
        autoComplete="new-password"
      />
      {hasEdgeSpace(value) && (
        <div className={css.edge} role="status">
          <span>{t('destinations.form.edgeSpace')}</span>
          <Button size="xs" onClick={() => form.setFieldValue(name, value.trim())}>
            {t('destinations.form.removeSpaces')}
          </Button>
        </div>
      )}
    </div>
  )
}
