import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { refusals } from './answers.ts'
import type { Entry } from '../../explorer/catalog.ts'
import { compactJson } from '../../explorer/compact-json.ts'
import { Inline } from '../../explorer/Markdown.tsx'
import css from './MemberTable.module.css'

/** Every error that the operation can answer, and one of them as it is sent. */
export function Refusals({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const id = useId()
  const all = refusals(entry)
  const [shown] = all.filter((refusal) => refusal.example !== undefined)
  if (all.length === 0) return null
  return (
    <>
      <section aria-labelledby={id}>
        <h3 id={id} className={css.title}>
          {t('api.errors')}
        </h3>
        <div className={css.scroll} tabIndex={0} role="group" aria-labelledby={id}>
          <table className={css.table}>
            <thead>
              <tr>
                <th scope="col">{t('api.column.code')}</th>
                <th scope="col">{t('api.column.status')}</th>
                <th scope="col">{t('api.column.meaning')}</th>
              </tr>
            </thead>
            <tbody>
              {all.map(({ code, status, meaning }) => (
                <tr key={`${status} ${code}`}>
                  <th scope="row">{code}</th>
                  <td className="num">{status}</td>
                  <td className={css.description}>
                    <Inline>{meaning}</Inline>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {shown && (
        <CodeBlock title={t('api.errorExample', { code: shown.code })} code={compactJson(shown.example)} />
      )}
    </>
  )
}
