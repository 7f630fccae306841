/** Gives a destination new credentials, as after its key was rotated at the store. */
import { Button, Modal } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { DestinationView } from '../../../service/contract/console/destinations.ts'
import { changeCredentials, DESTINATIONS_KEY } from '../../api/destinations.ts'
import { errorText } from '../../api/error-text.ts'
import { useSavedForm } from '../../form/use-saved-form.ts'
import { Notice } from '../../ui/Notice.tsx'
import { byField, CREDENTIALS, ofCredentials, problemsIn, toCredentials, valuesOf } from './form-values.ts'
import { AccessFields } from './StoreFields.tsx'
import css from '../../ui/Inspector.module.css'

interface Props {
  readonly destination: DestinationView
  readonly opened: boolean
  readonly close: () => void
  /** Called once they are saved. */
  readonly changed: () => void
}

export function NewCredentials({ opened, ...props }: Props) {
  const { t } = useTranslation()
  return (
    <Modal
      opened={opened}
      onClose={props.close}
      title={t('destinations.newCredentials.title')}
      size={640}
      closeButtonProps={{ 'aria-label': t('common.close') }}
    >
      <Form {...props} />
    </Modal>
  )
}

function Form({ destination, close, changed }: Omit<Props, 'opened'>) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { id, bucketUri } = destination
  const { element, form, save, failure, submit } = useSavedForm({
    start: { ...valuesOf(destination), accessKeyId: '' },
    check: (values) => byField(values, ofCredentials(values, problemsIn(values))),
    place: ({ problems }, values) => byField(values, ofCredentials(values, problems)),
    send: (values) => changeCredentials(id, toCredentials(values)),
    sent: async () => {
      close()
      notifications.show({ message: t('destinations.newCredentials.changed', { uri: bucketUri }) })
      changed()
      await queries.invalidateQueries({ queryKey: DESTINATIONS_KEY })
    },
  })
  return (
    <form className={css.foot} ref={element} noValidate autoComplete="off" onSubmit={submit}>
      <p className="second">{t('destinations.newCredentials.lead', { uri: bucketUri })}</p>
      <AccessFields form={form} fields={CREDENTIALS[form.values.store]} />
      {failure !== null && (
        <Notice tone="fail">
          {t('destinations.newCredentials.failed', { reason: errorText(t, failure) })}
        </Notice>
      )}
      <div className={css.actions}>
        <div className={css.buttons}>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="submit" variant="filled" loading={save.isPending}>
            {t('destinations.form.save')}
          </Button>
        </div>
      </div>
    </form>
  )
}
