import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { Tiles } from '../../ui/Tiles.tsx'
import { bucketUri, FIELDS, type DestinationValues } from './form-values.ts'
import { STORES } from './stores.ts'
import { AccessFields, PlaceFields } from './StoreFields.tsx'
import { TestCard } from './TestCard.tsx'
import { TestState } from './TestState.tsx'
import { useDestinationForm, type DestinationForm } from './use-destination-form.ts'
import page from '../../ui/FormPage.module.css'
import css from './NewDestination.module.css'

interface Props {
  readonly start: DestinationValues
  /** What the new one takes the place of; null for nothing. */
  readonly replaces: DestinationView | 'gone' | null
  /** True where the form of a new channel waits. */
  readonly forChannel: boolean
  /** @param madeId the new destination; nothing when the operator gave up */
  readonly leave: (madeId?: string) => void
}

export function DestinationPage({ start, replaces, forChannel, leave }: Props) {
  const { t } = useTranslation()
  const { element, form, test, save, runTest, submit, problems } = useDestinationForm(start, leave)
  useUnsaved(form.isDirty(), { of: ({ store, replace }) => `${String(store)} ${String(replace)}` })
  useTestKey(runTest)
  return (
    <form className={page.form} ref={element} noValidate autoComplete="off" onSubmit={submit}>
      <PageHead
        actions={
          <>
            <TestState test={test} />
            <Button onClick={() => leave()}>
              {forChannel ? t('destinations.form.back') : t('common.cancel')}
            </Button>
            <Button type="submit" variant="filled" loading={save.isPending}>
              {t('destinations.form.save')}
            </Button>
          </>
        }
      >
        <Link to="/archives/destinations" className={page.crumb}>
          {t('destinations.title')}
        </Link>
        <span className="third" aria-hidden="true">
          /
        </span>
        <h1>{t(replaces === null ? 'destinations.new' : 'destinations.form.replaceTitle')}</h1>
      </PageHead>
      <div className={page.body}>
        <div className={page.main}>
          <Replaces what={replaces} />
          <Failures save={save.error} test={test.refusal} problems={problems} />
          <Card title={t('destinations.form.kind')}>
            <StoreTiles form={form} />
          </Card>
          <Card title={t('destinations.form.where')}>
            <PlaceFields form={form} />
            <Uri values={form.values} />
          </Card>
          {FIELDS[form.values.store].length > 0 && (
            <Card title={t('destinations.form.access')}>
              <Notice tone="info" alert={false}>
                {t('destinations.form.secretsNote')}
              </Notice>
              <AccessFields form={form} fields={FIELDS[form.values.store]} />
            </Card>
          )}
        </div>
        <div className={page.aside}>
          <TestCard test={test} run={runTest} isFolder={form.values.store === 'file'} />
        </div>
      </div>
    </form>
  )
}

/** Ctrl T, or ⌘ T, tries the values. */
function useTestKey(run: () => void): void {
  const latest = useRef(run)
  useEffect(() => {
    latest.current = run
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const plain = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey
      if (!plain || event.key.toLowerCase() !== 't' || event.isComposing) return
      event.preventDefault()
      if (!event.repeat) latest.current()
    }
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}

function Replaces({ what }: { what: Props['replaces'] }) {
  const { t } = useTranslation()
  if (what === null) return null
  return (
    <Notice tone={what === 'gone' ? 'warn' : 'info'} alert={false}>
      {what === 'gone'
        ? t('destinations.form.replaceGone')
        : t('destinations.form.replaceLead', { uri: what.bucketUri })}
    </Notice>
  )
}

function Failures(props: { save: unknown; test: unknown; problems: number }) {
  const { t } = useTranslation()
  const { save, test, problems } = props
  const fields = t('destinations.form.fields', { count: problems })
  const reason = (error: unknown) =>
    error instanceof ApiError && error.problems.length > 0 && problems > 0 ? fields : errorText(t, error)
  if (save !== null)
    return <Notice tone="fail">{t('destinations.form.saveFailed', { reason: reason(save) })}</Notice>
  if (test !== null)
    return <Notice tone="fail">{t('destinations.form.testFailed', { reason: reason(test) })}</Notice>
  return problems > 0 ? <Notice tone="fail">{fields}</Notice> : null
}

function StoreTiles({ form }: { form: DestinationForm }) {
  const { t } = useTranslation()
  return (
    <Tiles
      legend={t('destinations.form.kind')}
      legendHidden
      name="store"
      tiles={STORES.map((store) => ({
        value: store,
        title: t(`destinations.stores.${store}`),
        help: t(`destinations.storeHelp.${store}`),
      }))}
      value={form.values.store}
      onChange={(store) => {
        form.clearErrors()
        form.setFieldValue('store', store)
      }}
    />
  )
}

/** The address as it will be saved. */
function Uri({ values }: { values: DestinationValues }) {
  const { t } = useTranslation()
  const complete = (values.store === 'file' ? values.folder : values.bucket).trim() !== ''
  return (
    <div>
      <div className={css.label}>
        {t('destinations.form.uri')} <span className={css.member}>bucket_uri</span>
      </div>
      <div className={css.uri}>
        {bucketUri(complete ? values : { ...values, bucket: '…', folder: 'file:///…' })}
      </div>
      <p className="meta">{t('destinations.form.uriHelp')}</p>
    </div>
  )
}
