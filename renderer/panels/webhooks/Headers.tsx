import { useTranslation } from 'react-i18next'
import css from './Exchange.module.css'

/** Headers, folded, with one of them peeking out. */
export function Headers({ headers, peek }: { headers: Readonly<Record<string, string>>; peek: string }) {
  const { t } = useTranslation()
  const entries = Object.entries(headers)
  const shown = headers[peek]
  if (entries.length === 0) return null
  return (
    <details className={css.headers}>
      <summary>
        <span>{t('webhooks.headers', { count: entries.length })}</span>
        {shown !== undefined && (
          <span className="mono third cut" title={`${peek} ${shown}`} data-shortens>
            {peek} {shown}
          </span>
        )}
      </summary>
      <dl lang="en">
        {entries.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  )
}
