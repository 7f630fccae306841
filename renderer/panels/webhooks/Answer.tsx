import { useTranslation } from 'react-i18next'
import type { ForwardedCopy } from '../../../service/contract/console/webhooks.ts'
import { grouped } from '../../i18n/format.ts'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { causeText } from '../../webhook/draw-webhook.ts'
import { Headers } from './Headers.tsx'
import { pretty } from '../../webhook/texts.ts'
import css from './Exchange.module.css'

/** What came back. @param aside behind the title */
export function Answer(props: { title: string; aside?: string; attempt: ForwardedCopy }) {
  const { t } = useTranslation()
  const { title, aside, attempt } = props
  const { status, errorClass, errorText, durationMs, responseHeaders, responseBody } = attempt
  return (
    <section className={css.part}>
      <div className={css.head}>
        <h3>{title}</h3>
        {aside !== undefined && <span className="meta">{aside}</span>}
        <span className={`num third ${css.aside ?? ''}`}>
          {[causeText(t, status, errorClass), `${grouped(durationMs)} ms`].join(t('common.listSeparator'))}
        </span>
      </div>
      {errorText !== null && errorClass !== 'status' && (
        <p className="second" lang="en">
          {errorText}
        </p>
      )}
      {responseHeaders !== null && <Headers headers={responseHeaders} peek="content-type" />}
      {responseBody === '' && <p className="third">{t('webhooks.noBody')}</p>}
      {responseBody !== null && responseBody !== '' && (
        <CodeBlock title={t('webhooks.responseBody')} code={pretty(responseBody)} original={responseBody} />
      )}
    </section>
  )
}
