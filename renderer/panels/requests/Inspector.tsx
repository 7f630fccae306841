/** One call whole: how it was answered, who made it, what was sent, what came back, and making it again. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import type { RequestBodyView, RequestDetail } from '../../../service/contract/console/requests.ts'
import { grouped } from '../../i18n/format.ts'
import { laidOutText } from '../../explorer/compact-json.ts'
import { Runner } from '../../explorer/Runner.tsx'
import { Snippet } from '../../snippet/Snippet.tsx'
import { Fact, Facts } from '../../ui/Card.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { InspectorPane, type InspectorProps } from '../../ui/InspectorPane.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { StateWord } from '../../ui/StateWord.tsx'
import { drawStatus } from './draw-request.ts'
import { useSnippet } from './use-snippet.ts'
import css from '../../ui/Inspector.module.css'

/** Characters of a line of the pane. */
const WIDTH = 52

interface Props extends InspectorProps<RequestDetail> {
  /** Opens the row below, or the one above. */
  readonly step: (by: 1 | -1) => void
}

export function Inspector({ step, ...props }: Props) {
  const { t } = useTranslation()
  const snippet = useSnippet()
  const act = (key: string, call: RequestDetail) => {
    if (key === 'j' || key === 'k') step(key === 'j' ? 1 : -1)
    else if (key === 'c') void snippet.copy(call)
  }
  return (
    <InspectorPane
      {...props}
      words={{
        label: t('requests.details'),
        id: t('requests.id'),
        gone: t('requests.gone'),
        loading: t('requests.loadingCall'),
        failed: (reason) => t('requests.callFailed', { reason }),
      }}
      title={(call) => call?.operation ?? t('requests.details')}
      titleLanguage={props.query.data && 'en'}
      onKey={({ key }, call) => act(key.toLowerCase(), call)}
    >
      {(call) => <Story call={call} />}
    </InspectorPane>
  )
}

function Story({ call }: { call: RequestDetail }) {
  const { t } = useTranslation()
  const { unknownMembers } = call
  const made = useSnippet().callOf(call)
  return (
    <div className={css.body}>
      <StateWord
        {...drawStatus(call.status)}
        text={t('requests.answered', { status: call.status, ms: grouped(Math.round(call.durationMs)) })}
      />
      <Facts>
        <Fact label={t('requests.when')}>
          <Moment at={call.at} />
        </Fact>
        <Fact label={t('requests.column.caller')}>
          {call.caller === null ? (
            <span className="third">{t('requests.nobody')}</span>
          ) : (
            <Link className={css.link} to="/developer/log" search={{ caller: call.caller }}>
              {call.caller}
            </Link>
          )}
        </Fact>
        <Fact label={t('requests.from')}>
          <span className="mono">{call.remoteAddress}</span>
        </Fact>
        <Fact label={t('requests.column.operation')}>
          <Link className={css.link} to="/developer/log" search={{ operation: call.operation }}>
            {t('requests.sameOperation')}
          </Link>
        </Fact>
      </Facts>
      {unknownMembers.length > 0 && (
        <Notice tone="warn" alert={false}>
          {t('requests.unknownMembers', {
            count: unknownMembers.length,
            members: unknownMembers.join(t('common.listSeparator')),
          })}
        </Notice>
      )}
      <Body title={t('requests.sent')} body={call.request} none={t('requests.nothingSent')} />
      <Body title={t('requests.response')} body={call.response} none="" />
      {made !== null && <Snippet title={t('requests.asCode')} call={made} />}
      <Runner
        key={call.id}
        api={call.api}
        operation={call.operation}
        initial={call.request && !call.request.cut ? laidOutText(call.request.text, WIDTH) : '{}'}
      />
    </div>
  )
}

function Body({ title, body, none }: { title: string; body: RequestBodyView | null; none: string }) {
  const { t } = useTranslation()
  if (body === null) {
    return (
      <section>
        <h3>{title}</h3>
        <p className="third">{none}</p>
      </section>
    )
  }
  return (
    <section>
      <CodeBlock title={title} code={laidOutText(body.text, WIDTH)} original={body.text} />
      {body.cut && <p className="third">{t('requests.cut')}</p>}
    </section>
  )
}
