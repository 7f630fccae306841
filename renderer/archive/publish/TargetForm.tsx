/** Where live playlists go: a destination, a folder there, and what viewers' addresses begin with. */
import { Button, Checkbox, Select, TextInput } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { publishTarget } from '../../../service/contract/console/publishing.ts'
import type { PublishTarget } from '../../../service/contract/console/publishing.ts'
import { errorText } from '../../api/error-text.ts'
import { brokenBy, useSavedForm } from '../../form/use-saved-form.ts'
import { byPath } from '../../i18n/refusal/text.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useDestinations } from '../use-destinations.ts'
import css from './Publish.module.css'

interface Props {
  /** What is said now; null where nothing is. */
  readonly known: PublishTarget | null
  readonly isLocked?: boolean
  readonly send: (target: PublishTarget) => Promise<unknown>
}

/** The destination's own path is where recordings go. */
const EMPTY: PublishTarget = { destinationId: '', prefix: 'live', publicBase: '', keep: false }

/** A browser that shows no form yet must not lose what is typed: it is made anew only for another target. */
export function TargetForm({ known, isLocked = false, send }: Props) {
  const { t } = useTranslation()
  const { data: destinations = [], isSuccess } = useDestinations()
  const { element, form, save, failure, submit } = useSavedForm<PublishTarget, unknown>({
    start: known ?? EMPTY,
    check: (values) => brokenBy(publishTarget, values),
    place: ({ problems }) =>
      Object.fromEntries(
        Object.entries(byPath(problems)).map(([path, rule]) => [path.replace('target.', ''), rule]),
      ),
    send,
  })
  if (isSuccess && destinations.length === 0) {
    return (
      <p className={css.row}>
        {t('access.publish.noDestination')}{' '}
        <Link to="/archives/destinations/new">{t('access.publish.addDestination')}</Link>
      </p>
    )
  }
  const isChanged = JSON.stringify(form.values) !== JSON.stringify(known ?? EMPTY)
  return (
    <form ref={element} noValidate onSubmit={submit} className={css.fields}>
      <Select
        label={t('access.publish.destination')}
        disabled={isLocked}
        data={destinations.map(({ id, bucketUri }) => ({ value: id, label: bucketUri }))}
        {...form.field('destinationId')}
      />
      <TextInput
        label={t('access.publish.prefix')}
        description={t('access.publish.prefixHelp')}
        disabled={isLocked}
        {...form.field('prefix')}
      />
      <TextInput
        label={t('access.publish.base')}
        description={t('access.publish.baseHelp')}
        placeholder="https://cdn.example/live"
        disabled={isLocked}
        {...form.field('publicBase')}
      />
      <Checkbox
        label={t('access.publish.keep')}
        description={t('access.publish.keepHelp')}
        disabled={isLocked}
        checked={form.values.keep}
        onChange={(event) => form.setFieldValue('keep', event.currentTarget.checked)}
      />
      {failure !== null && (
        <Notice tone="fail">{t('access.publish.notDone', { reason: errorText(t, failure) })}</Notice>
      )}
      {!isLocked && (
        <div className={css.foot}>
          <Button type="submit" variant="filled" disabled={!isChanged} loading={save.isPending}>
            {t(known === null ? 'access.publish.begin' : 'common.save')}
          </Button>
          {isChanged && known !== null && <span className="meta">{t('settings.unsaved')}</span>}
        </div>
      )}
    </form>
  )
}
