/** Name, zone and password rule of the system. */
import { Button, NumberInput, Select, SegmentedControl, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { SystemSettings } from '../../../service/contract/console/system.ts'
import { errorText } from '../../api/error-text.ts'
import { getSystem, SYSTEM_KEY } from '../../api/system.ts'
import { MeanwhileNotice } from '../../form/MeanwhileNotice.tsx'
import { useSignedIn } from '../../stores/session.ts'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useZones } from '../../setup/use-zones.ts'
import { Row } from './Row.tsx'
import { useSystemForm } from './use-system-form.ts'
import { useSystemReason } from './use-rights.ts'
import { SettingsFailed } from './SettingsFailed.tsx'
import css from './Settings.module.css'

/** What is recommended where the specified rule is replaced. */
const GOOD_LENGTH = 8

export function SystemCard() {
  const { t } = useTranslation()
  const { system } = useSignedIn()
  const reason = useSystemReason()
  const query = useQuery({ queryKey: SYSTEM_KEY, queryFn: getSystem, enabled: reason === null })
  const shown = reason === null ? query.data : { ...system, passwordMinLength: null }
  return (
    <Card title={t('settings.system.title')} aside={reason} flush>
      <SettingsFailed query={query} className={css.inner} />
      {shown && <Form known={shown} reason={reason} />}
    </Card>
  )
}

function Form({ known, reason }: { known: SystemSettings; reason: string | null }) {
  const { t } = useTranslation()
  const ruleId = useId()
  const system = useSystemForm(known)
  const { element, form, submit } = system
  const zones = useZones(known.timeZone)
  const locked = reason !== null
  const { passwordMinLength: length, timeZone } = form.values
  return (
    <form ref={element} noValidate onSubmit={submit}>
      <Row label={t('settings.system.name')} help={t('settings.system.nameHelp')}>
        <TextInput aria-label={t('settings.system.name')} w={280} disabled={locked} {...form.field('name')} />
      </Row>
      <Row label={t('firstRun.language.zone')} help={t('settings.system.zoneHelp')}>
        <Select
          aria-label={t('firstRun.language.zone')}
          w={280}
          disabled={locked}
          value={timeZone}
          error={form.field('timeZone').error}
          onChange={(wanted) => wanted !== null && form.setFieldValue('timeZone', wanted)}
          data={zones}
          searchable
          openOnFocus={false}
          limit={60}
          nothingFoundMessage={t('firstRun.language.noZone')}
        />
      </Row>
      {!locked && (
        <Row label={t('settings.system.rule')} help={t('settings.system.ruleHelp')} id={ruleId}>
          <SegmentedControl
            aria-labelledby={ruleId}
            value={length === null ? 'specified' : 'least'}
            onChange={(rule) =>
              form.setFieldValue('passwordMinLength', rule === 'least' ? GOOD_LENGTH : null)
            }
            data={[
              { value: 'specified', label: t('settings.system.specified') },
              { value: 'least', label: t('settings.system.least') },
            ]}
          />
          {length !== null && (
            <NumberInput
              aria-label={t('settings.system.leastLength')}
              w={72}
              min={1}
              max={64}
              value={length}
              error={form.field('passwordMinLength').error}
              allowDecimal={false}
              onChange={(value) =>
                form.setFieldValue('passwordMinLength', Math.min(64, Math.max(1, Number(value) || 1)))
              }
            />
          )}
        </Row>
      )}
      <Meanwhile form={system} known={known} />
      {!locked && <Foot form={system} />}
    </form>
  )
}

type SystemForm = ReturnType<typeof useSystemForm>

/** What another window saved since the change began. */
function Meanwhile({ form, known }: { form: SystemForm; known: SystemSettings }) {
  const { t } = useTranslation()
  const notice = useRef<HTMLDivElement>(null)
  // It stands below what is typed, perhaps out of view, and nothing is saved before it is answered.
  useEffect(() => {
    notice.current?.scrollIntoView({ block: 'nearest' })
  }, [form.meanwhile])
  if (!form.meanwhile) return null
  return (
    <div ref={notice} className={css.inner}>
      <MeanwhileNotice takeTheirs={form.takeTheirs} keepMine={form.keepMine}>
        {t('settings.system.meanwhile', { name: known.name, zone: known.timeZone })}
      </MeanwhileNotice>
    </div>
  )
}

function Foot({ form: { isChanged, meanwhile, save, failure } }: { form: SystemForm }) {
  const { t } = useTranslation()
  return (
    <div className={css.foot}>
      {failure !== null && (
        <Notice tone="fail">{t('settings.notSaved', { reason: errorText(t, failure) })}</Notice>
      )}
      <Button type="submit" variant="filled" disabled={!isChanged || meanwhile} loading={save.isPending}>
        {t('common.save')}
      </Button>
      <span className="meta" role="status">
        {isChanged ? t('settings.unsaved') : save.isSuccess ? t('settings.saved') : t('settings.noChange')}
      </span>
    </div>
  )
}
