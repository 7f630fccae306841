/** One request that arrived: when, what it says it is, its headers and its body. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { KEPT_BODY_BYTES, type CaughtRequestDetail } from '../../../../service/contract/console/catchers.ts'
import { byteSize, plain } from '../../../i18n/format.ts'
import { Fact, Facts } from '../../../ui/Card.tsx'
import { CodeBlock } from '../../../ui/CodeBlock.tsx'
import { InspectorPane } from '../../../ui/InspectorPane.tsx'
import type { InspectorProps } from '../../../ui/InspectorPane.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { Headers } from '../Headers.tsx'
import { pretty } from '../../../webhook/texts.ts'
import css from '../../../ui/Inspector.module.css'

interface Props extends InspectorProps<CaughtRequestDetail> {
  /** Name of the catcher. */
  readonly catcher: string
}

export function CaughtInspector(props: Props) {
  const { t } = useTranslation()
  return (
    <InspectorPane
      {...props}
      words={{
        label: t('catcher.details'),
        id: t('catcher.number'),
        gone: t('catcher.gone'),
        loading: t('webhooks.loadingEvent'),
        failed: (reason) => t('webhooks.eventFailed', { reason }),
      }}
      title={(request) => request?.type ?? t('catcher.details')}
      titleLanguage={typeof props.query.data?.type === 'string' ? 'en' : undefined}
      onKey={() => undefined}
    >
      {(request) => <Request request={request} catcher={props.catcher} />}
    </InspectorPane>
  )
}

function Request({ request, catcher }: { request: CaughtRequestDetail; catcher: string }) {
  const { t } = useTranslation()
  const { arrivedAt, query, webhookId, status, headers, body, bodyBytes } = request
  const whole = bodyBytes <= KEPT_BODY_BYTES
  return (
    <>
      <div className={css.body}>
        <Facts>
          <Fact label={t('catcher.arrived')}>
            <Moment at={arrivedAt} />
          </Fact>
          <Fact label={t('catcher.column.status')}>
            <span className="num">{status}</span>
          </Fact>
          {query !== '' && (
            <Fact label={t('catcher.query')}>
              <span className="mono">{query}</span>
            </Fact>
          )}
          {webhookId !== null && (
            <Fact label={t('catcher.sent')}>
              <Link className={css.link} to="/webhooks" search={{ event: webhookId }}>
                {t('catcher.showSent')}
              </Link>
            </Fact>
          )}
        </Facts>
        <Headers headers={headers} peek="webhook-signature" />
        {body === '' ? (
          <p className="third">{t('catcher.noBody')}</p>
        ) : (
          <CodeBlock title={t('webhooks.body')} code={pretty(body)} original={body} />
        )}
        {!whole && <p className="third">{t('catcher.cut', { size: plain(byteSize(bodyBytes)) })}</p>}
      </div>
      {whole && (
        <footer className={css.foot}>
          <div className={css.actions}>
            <div className={css.buttons}>
              <Button
                renderRoot={(props) => (
                  <Link
                    {...props}
                    to="/webhooks/verify"
                    search={{ catcher, request: String(request.sequence) }}
                  />
                )}
              >
                {t('catcher.verify.open')}
              </Button>
            </div>
          </div>
        </footer>
      )}
    </>
  )
}
