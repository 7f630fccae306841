import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { QuotaUse, QuotaView } from '../../../../service/contract/console/quotas.ts'
import { QUOTA_NAMES } from '../../../../service/contract/quotas.ts'
import type { QuotaName } from '../../../../service/contract/quotas.ts'
import { grouped } from '../../../i18n/format.ts'
import { StateWord } from '../../../ui/StateWord.tsx'
import css from './Quotas.module.css'

interface Props {
  readonly quotas: QuotaView
  /** Where the limit of a system is set; nothing where it is only read. */
  readonly field?: (name: QuotaName) => ReactNode
}

/** What there is of each, and how many there may be. */
export function QuotaTable({ quotas, field }: Props) {
  const { t } = useTranslation()
  return (
    <table className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('settings.quotas.what')}</th>
          <th scope="col">{t('settings.quotas.used')}</th>
          {field && <th scope="col">{t('settings.quotas.own')}</th>}
        </tr>
      </thead>
      <tbody>
        {QUOTA_NAMES.map((name) => (
          <tr key={name}>
            <th scope="row">
              {t(`settings.quotas.name.${name}`)}
              {hasHelp(name) && <div className="meta">{t(`settings.quotas.nameHelp.${name}`)}</div>}
            </th>
            <td className="num">
              <Use use={quotas[name]} />
            </td>
            {field && <td>{field(name)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Use({ use: { used, limit } }: { use: QuotaUse }) {
  const { t } = useTranslation()
  if (limit === null) return grouped(used)
  const values = { used: grouped(used), limit: grouped(limit) }
  if (used < limit) return t('settings.quotas.use', values)
  return <StateWord glyph="warn" tone="warn" text={t('settings.quotas.full', values)} />
}

const HELPED = ['exports', 'webhooks', 'calls'] as const
const hasHelp = (name: QuotaName): name is (typeof HELPED)[number] => HELPED.some((one) => one === name)
