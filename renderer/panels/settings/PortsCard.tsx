/** Ports as they are, and as they will be after the next start. */
import { Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { SetupPorts } from '../../../service/contract/console/setup.ts'
import { errorText } from '../../api/error-text.ts'
import { choosePorts, getPorts, SETUP_PORTS_KEY } from '../../api/setup.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { PortRow } from '../../setup/PortRow.tsx'
import { usePortForm } from '../../setup/use-port-form.ts'
import { sectionOf } from './search.ts'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

export function PortsCard() {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: SETUP_PORTS_KEY, queryFn: getPorts })
  const { data } = query
  return (
    <Card title={t('firstRun.step.ports')} aside={t('settings.ports.aside')} flush>
      <SettingsFailed query={query} className={css.inner} />
      {data && <Form known={data} />}
    </Card>
  )
}

function Form({ known }: { known: SetupPorts }) {
  const { t } = useTranslation()
  const form = usePortForm(known.ports)
  const save = useMutation({
    mutationFn: async () => {
      if (form.ports) await choosePorts(form.ports)
    },
  })
  const waiting = known.ports.filter(({ running, wanted }) => running !== null && running !== wanted)
  useUnsaved(form.isChanged, { of: sectionOf })
  const canSave = form.isChanged && form.ports !== null
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (canSave) save.mutate()
      }}
    >
      <div className={css.ports}>
        {form.fields.map((field) => (
          <PortRow key={field.view.name} field={field} />
        ))}
      </div>
      {waiting.length > 0 && (
        <div className={css.inner}>
          <Notice tone="info" alert={false}>
            {t(known.anyFree ? 'firstRun.ports.nextStartAuto' : 'firstRun.ports.nextStart')}{' '}
            {waiting
              .map(({ name, running }) =>
                t('settings.ports.now', { name: t(`firstRun.ports.name.${name}`), port: running }),
              )
              .join(t('common.listSeparator'))}
          </Notice>
        </div>
      )}
      <div className={css.foot}>
        {save.error !== null && (
          <Notice tone="fail">{t('settings.notSaved', { reason: errorText(t, save.error) })}</Notice>
        )}
        <Button type="submit" variant="filled" disabled={!canSave} loading={save.isPending}>
          {t('common.save')}
        </Button>
        <span className="meta" role="status">
          {form.isChanged
            ? form.ports === null
              ? t('settings.ports.blocked')
              : t('settings.unsaved')
            : save.isSuccess
              ? t('settings.ports.saved')
              : t('settings.noChange')}
        </span>
      </div>
    </form>
  )
}
