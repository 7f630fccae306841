/** Where encoders and apps connect. */
import { Button } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import type { TFunction } from 'i18next'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { SetupPort, SetupPorts } from '../../../service/contract/console/setup.ts'
import { choosePorts, getPorts, SETUP_PORTS_KEY } from '../../api/setup.ts'
import { PortRow } from '../../setup/PortRow.tsx'
import { StepForm } from './StepForm.tsx'
import { StepWait } from './StepWait.tsx'
import type { StepProps } from './step.ts'
import { usePortForm, type PortField } from '../../setup/use-port-form.ts'
import css from './FirstRun.module.css'

/** What most people ever type into something. */
const USUAL: readonly SetupPort[] = ['rtmp', 'media', 'option', 'live', 'console']

export function PortsStep(step: StepProps) {
  const { t } = useTranslation()
  const query = useQuery({ queryKey: SETUP_PORTS_KEY, queryFn: getPorts })
  if (query.data !== undefined) return <Fields step={step} known={query.data} />
  return <StepWait title={t('firstRun.ports.title')} query={query} />
}

function Fields({ step, known }: { step: StepProps; known: SetupPorts }) {
  const { t } = useTranslation()
  const form = usePortForm(known.ports)
  const save = useMutation({
    mutationFn: async () => {
      if (form.ports === null || !form.isChanged) return
      await choosePorts(form.ports)
    },
    onSuccess: step.next,
  })
  const bad = form.fields.find(({ state }) => !['good', 'unknown', 'checking'].includes(state.kind))
  const [asked, setAsked] = useState(false)
  const rest = form.fields.filter(({ view }) => !USUAL.includes(view.name))
  const open = asked || rest.some((field) => field === bad)
  return (
    <StepForm
      step={step}
      title={t('firstRun.ports.title')}
      lead={t(known.reach === 'loopback' ? 'firstRun.ports.lead' : 'firstRun.ports.leadNetwork', {
        host: known.host,
      })}
      busy={save.isPending}
      error={save.error}
      blocked={blockedBy(t, form.ports === null, bad)}
      onContinue={() => save.mutate()}
    >
      <div>
        <div className={`${css.card ?? ''} ${css.ports ?? ''}`}>
          {USUAL.flatMap((name) => form.fields.filter(({ view }) => view.name === name)).map((field) => (
            <PortRow key={field.view.name} field={field} />
          ))}
          {open && rest.map((field) => <PortRow key={field.view.name} field={field} />)}
        </div>
        <div className={css.below}>
          <Button
            size="xs"
            className={css.quiet}
            aria-expanded={open}
            rightSection={open ? <IconChevronUp size={16} /> : <IconChevronDown size={16} />}
            onClick={() => setAsked(!open)}
          >
            {t(open ? 'firstRun.ports.fewer' : 'firstRun.ports.more', { count: rest.length })}
          </Button>
          {form.isChanged && (
            <p className="meta" role="status">
              {t(known.anyFree ? 'firstRun.ports.nextStartAuto' : 'firstRun.ports.nextStart')}
            </p>
          )}
        </div>
      </div>
    </StepForm>
  )
}

function blockedBy(t: TFunction, isBlocked: boolean, bad: PortField | undefined): string | null {
  if (!isBlocked) return null
  if (!bad) return t('firstRun.ports.checking')
  return t('firstRun.ports.blocked', { name: t(`firstRun.ports.name.${bad.view.name}`) })
}
