/** What one system may have, as who looks after the installation sets it. */
import { Button, NumberInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { setQuotasRequest } from '../../../../service/contract/console/quotas.ts'
import type { QuotaList, QuotaView } from '../../../../service/contract/console/quotas.ts'
import { QUOTA_NAMES } from '../../../../service/contract/quotas.ts'
import type { QuotaName } from '../../../../service/contract/quotas.ts'
import { changeQuotas, SYSTEM_QUOTAS_KEY } from '../../../api/quotas.ts'
import { errorText } from '../../../api/error-text.ts'
import { useUnsaved } from '../../../form/unsaved.ts'
import { brokenBy, useSavedForm } from '../../../form/use-saved-form.ts'
import { grouped } from '../../../i18n/format.ts'
import { byPath } from '../../../i18n/refusal/text.ts'
import { Card } from '../../../ui/Card.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { sectionOf } from '../search.ts'
import { QuotaTable } from './QuotaTable.tsx'
import css from '../Settings.module.css'

/** As fields have it: a number, or a text that is none (yet). */
type Fields = Readonly<Record<QuotaName, number | string>>

const eachName = <Value,>(value: (name: QuotaName) => Value) =>
  Object.fromEntries(QUOTA_NAMES.map((name) => [name, value(name)])) as Record<QuotaName, Value>
/** An empty field sets nothing. */
const limitsOf = (fields: Fields) => eachName((name) => (fields[name] === '' ? null : Number(fields[name])))

export function QuotaForm({ system }: { system: QuotaList['systems'][number] }) {
  const { t } = useTranslation()
  const { id, name, quotas } = system
  const queries = useQueryClient()
  const known = eachName((one) => quotas[one].own ?? '')
  const { element, form, save, failure, submit } = useSavedForm<Fields, QuotaView>({
    start: known,
    check: (fields) => brokenBy(setQuotasRequest, limitsOf(fields)),
    place: ({ problems }) => byPath(problems),
    asTyped: true,
    send: (fields) => changeQuotas(id, limitsOf(fields)),
    sent: () => queries.invalidateQueries({ queryKey: SYSTEM_QUOTAS_KEY }),
  })
  const isChanged = QUOTA_NAMES.some((one) => form.values[one] !== known[one])
  useUnsaved(isChanged, { of: sectionOf })
  return (
    <Card title={name} aside={t('settings.quotas.aside')} flush>
      <form ref={element} noValidate onSubmit={submit}>
        <QuotaTable
          quotas={quotas}
          field={(one) => (
            <NumberInput
              size="xs"
              w={200}
              aria-label={t('settings.quotas.limitOf', { what: t(`settings.quotas.name.${one}`), name })}
              placeholder={grouped(quotas[one].standard ?? 0)}
              thousandSeparator=","
              allowDecimal={false}
              allowNegative={false}
              hideControls
              {...form.field(one)}
            />
          )}
        />
        <div className={css.foot}>
          {failure !== null && (
            <Notice tone="fail">{t('settings.notSaved', { reason: errorText(t, failure) })}</Notice>
          )}
          <Button type="submit" variant="filled" disabled={!isChanged} loading={save.isPending}>
            {t('common.save')}
          </Button>
          <span className="meta" role="status">
            {isChanged
              ? t('settings.unsaved')
              : save.isSuccess
                ? t('settings.saved')
                : t('settings.noChange')}
          </span>
        </div>
      </form>
    </Card>
  )
}
