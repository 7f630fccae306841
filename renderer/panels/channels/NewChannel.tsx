/** A new channel for an encoder or for browsers: ready to create as it opens; more only for who wants it. */
import { Button, Collapse, NumberInput, TextInput, Autocomplete, type AutocompleteProps } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEngine } from '../../api/events/hooks.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { Card } from '../../ui/Card.tsx'
import { useTitle } from '../../frame/use-title.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PageHead } from '../../ui/PageHead.tsx'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'
import { EnvironmentChoice, KindChoice } from './KindChoice.tsx'
import { keptDraft } from './draft.ts'
import { initialValues, toRequest, type ChannelValues } from './form-values.ts'
import { Presets } from './Presets.tsx'
import { RecordTo } from './RecordTo.tsx'
import { RenditionEditor } from './RenditionEditor.tsx'
import { createRequestLine } from './request-line.ts'
import { Summary } from './Summary.tsx'
import { useNewChannel, type ChannelForm } from './use-new-channel.ts'
import { CATCHERS_KEY, listCatchers } from '../../api/catchers.ts'
import page from '../../ui/FormPage.module.css'
import css from './NewChannel.module.css'

const route = getRouteApi('/channels/new')

export function NewChannel() {
  const { kind = 'rtmp', draft = false, destination, ...webhooks } = route.useSearch()
  const values = (draft ? keptDraft() : null) ?? { ...initialValues(kind), ...webhooks }
  // Another address is another form.
  return (
    <NewChannelForm
      key={`${kind} ${destination ?? ''} ${webhooks.authWebhook ?? ''} ${webhooks.eventWebhook ?? ''}`}
      start={destination === undefined ? values : { ...values, destinationId: destination }}
      isBegun={draft}
    />
  )
}

/** @param isBegun true where it goes on with what was typed before */
function NewChannelForm({ start, isBegun }: { start: ChannelValues; isBegun: boolean }) {
  const { t } = useTranslation()
  const [more, setMore] = useState(start.authWebhook !== '' || start.eventWebhook !== '')
  const { element, form, save, submit, problems } = useNewChannel(start, () => setMore(true))
  useUnsaved(isBegun || form.isDirty())
  useTitle(t('room.newChannel'))
  const open = more || problems > 0
  const hasHls = form.values.kind !== 'webrtc'
  return (
    <form className={page.form} ref={element} noValidate onSubmit={submit}>
      <PageHead
        actions={
          <>
            <Button component={Link} to="/channels">
              {t('common.cancel')}
            </Button>
            <Button type="submit" variant="filled" loading={save.isPending}>
              {t('create.submit')}
            </Button>
          </>
        }
      >
        <Link to="/channels" className={page.crumb}>
          {t('room.channels')}
        </Link>
        <span className="third" aria-hidden="true">
          /
        </span>
        <h1>{t('create.title')}</h1>
      </PageHead>
      <div className={page.body}>
        <div className={page.main}>
          {save.isError && <Failure error={save.error} />}
          {problems > 0 && !save.isError && (
            <Notice tone="fail">{t('create.failedMembers', { count: problems })}</Notice>
          )}
          <Card title={t('create.kind')}>
            <KindChoice form={form} />
            {form.values.kind !== 'rtmp' && <EnvironmentChoice form={form} />}
          </Card>
          {hasHls && (
            <Card title={t('create.quality')} aside={<span className={css.lead}>{t('create.lead')}</span>}>
              <Presets form={form} />
            </Card>
          )}
          <Card title={t(hasHls ? 'create.basics' : 'create.name')}>
            <Basics form={form} />
          </Card>
          {hasHls && (
            <Card title={t('destinations.channel.title')}>
              <RecordTo form={form} />
            </Card>
          )}
          <div>
            <Button
              variant="subtle"
              aria-expanded={open}
              leftSection={
                open ? (
                  <IconChevronDown size={16} stroke={1.6} />
                ) : (
                  <IconChevronRight size={16} stroke={1.6} />
                )
              }
              onClick={() => setMore(!open)}
            >
              {t(hasHls ? 'create.more' : 'create.moreWebhooks')}
            </Button>
          </div>
          <Collapse expanded={open}>
            <div className={css.more}>
              {hasHls && <RenditionEditor form={form} />}
              <Addresses form={form} />
            </div>
          </Collapse>
        </div>
        <Aside form={form} />
      </div>
    </form>
  )
}

function Failure({ error }: { error: unknown }) {
  const { t } = useTranslation()
  const count = error instanceof ApiError ? error.problems.length : 0
  const reason = count > 0 ? t('create.failedMembers', { count }) : errorText(t, error)
  return <Notice tone="fail">{t('create.failed', { reason })}</Notice>
}

function Basics({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  return (
    <div className={css.basics}>
      <TextInput
        label={t('common.optional', { field: t('create.name') })}
        description={t('create.nameHelp')}
        maxLength={120}
        {...form.field('name')}
      />
      {form.values.kind !== 'webrtc' && (
        <NumberInput
          label={t('create.segment')}
          description={t('create.segmentHelp')}
          min={0.5}
          max={60}
          step={0.5}
          clampBehavior="none"
          {...form.field('segmentSeconds')}
        />
      )}
    </div>
  )
}

function Addresses({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  return (
    <div className={css.addresses}>
      {form.values.kind !== 'webrtc' && (
        <TextInput
          label={t('create.keyUri')}
          description={t('create.keyUriHelp')}
          placeholder="https://"
          {...form.field('keyUri')}
        />
      )}
      <WebhookField
        label={t('create.authWebhook')}
        description={t('create.authWebhookHelp')}
        {...form.field('authWebhook')}
      />
      <WebhookField
        label={t('create.eventWebhook')}
        description={t('create.eventWebhookHelp')}
        {...form.field('eventWebhook')}
      />
    </div>
  )
}

function Aside({ form }: { form: ChannelForm }) {
  const { t } = useTranslation()
  const engine = useEngine()
  return (
    <div className={page.aside}>
      {form.values.kind !== 'webrtc' && (
        <Summary renditions={form.values.renditions} segmentSeconds={form.values.segmentSeconds} />
      )}
      {engine && (
        <CodeBlock
          title={t('create.request')}
          code={createRequestLine(engine.liveBaseUrl, toRequest(form.values))}
        />
      )}
    </div>
  )
}

/** The address of a webhook: typed, or that of a catcher. */
function WebhookField(props: AutocompleteProps) {
  const { data = [] } = useQuery({ queryKey: CATCHERS_KEY, queryFn: listCatchers })
  return <Autocomplete placeholder="http://" data={data.map(({ url }) => url)} limit={50} {...props} />
}
