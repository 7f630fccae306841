/** One operation whole: what it does, who may call it, what it takes, what it answers. */
import { useTranslation } from 'react-i18next'
import type { MediaType } from '../../../service/contract/openapi.ts'
import { Snippet } from '../../snippet/Snippet.tsx'
import { CodeBlock } from '../../ui/CodeBlock.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { successes, type Answer } from './answers.ts'
import { runnable, type Entry } from '../../explorer/catalog.ts'
import { compactJson } from '../../explorer/compact-json.ts'
import { exampleCall, parametersOf, requestExample } from '../../explorer/example-call.ts'
import { bodyExamples } from '../../explorer/examples.ts'
import { Inline, Paragraphs } from '../../explorer/Markdown.tsx'
import { membersOf, parameterMember, typeText } from '../../explorer/members.ts'
import { membersOfCall } from '../../explorer/members-of-call.ts'
import { MemberTable } from './MemberTable.tsx'
import { Runner } from '../../explorer/Runner.tsx'
import { Refusals } from './Refusals.tsx'
import css from './Api.module.css'

export function OperationView({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { operation, document } = entry
  const parameters = parametersOf(entry)
  const of = (place: 'query' | 'header') =>
    parameters.filter((p) => p.in === place).map((p) => parameterMember(document, p))
  const body = operation.requestBody?.content['application/json']
  return (
    <article className={css.body}>
      <Head entry={entry} />
      {entry.section !== 'webhooks' && <Snippet title={t('api.snippet')} call={exampleCall(entry)} />}
      {entry.section !== 'webhooks' && (
        <Runner
          key={entry.id}
          {...runnable(entry)}
          initial={compactJson(requestExample(entry) ?? {})}
          members={membersOfCall(entry)}
        />
      )}
      <MemberTable title={t('api.query')} members={of('query')} />
      {body && (
        <>
          <Members title={t('api.body')} entry={entry} body={body} />
          {entry.section === 'webhooks' && (
            <Examples title={t('api.requestExample')} entry={entry} body={body} />
          )}
        </>
      )}
      <MemberTable title={t('api.headers')} members={of('header')} />
      {successes(entry).map((answer) => (
        <AnswerView key={answer.status} entry={entry} answer={answer} />
      ))}
      <Refusals entry={entry} />
    </article>
  )
}

function Head({ entry }: { entry: Entry }) {
  const { t } = useTranslation()
  const { operation, document } = entry
  const target = entry.version === null ? entry.name : `${entry.version}.${entry.name}`
  const schemes = (operation.security ?? document.security).flatMap((needed) => Object.keys(needed))
  return (
    <header className={css.operation}>
      <div className={css.heading}>
        {entry.section === 'option' && <span className={css.badge}>{entry.method.toUpperCase()}</span>}
        <h2 className={css.target} lang="en">
          {entry.version !== null && <span className="third">{entry.version}.</span>}
          {entry.name}
        </h2>
        {entry.section !== 'webhooks' && <CopyButton value={target} thing={t('api.name')} />}
        {operation.deprecated === true && <span className={css.badge}>{t('api.deprecated')}</span>}
      </div>
      <p className={css.lead}>
        <Inline>{operation.summary}</Inline>
      </p>
      {operation.description !== undefined && (
        <div className={css.prose}>
          <Paragraphs>{operation.description}</Paragraphs>
        </div>
      )}
      {schemes.map((name) => (
        <p key={name} className="meta">
          {t('api.tokenIs')} <Inline>{document.components.securitySchemes[name]?.description ?? name}</Inline>
        </p>
      ))}
    </header>
  )
}

function Members({ title, entry, body }: { title: string; entry: Entry; body: MediaType }) {
  const { t } = useTranslation()
  const members = membersOf(entry.document, body.schema)
  const type = typeText(body.schema)
  return (
    <MemberTable
      title={title}
      aside={type === 'object' ? undefined : type}
      members={members}
      empty={t('api.noMembers')}
    />
  )
}

function Examples({ title, entry, body }: { title: string; entry: Entry; body: MediaType }) {
  return bodyExamples(entry.document, body).map(({ name, value }) => (
    <CodeBlock key={name} title={name === '' ? title : `${title}: ${name}`} code={compactJson(value)} />
  ))
}

function AnswerView({ entry, answer: { status, response, body } }: { entry: Entry; answer: Answer }) {
  const { t } = useTranslation()
  const title = t('api.answer', { status })
  if (body === null) {
    return (
      <section>
        <h3 className={css.part}>{title}</h3>
        <p className="second">
          <Inline>{response.description}</Inline>
        </p>
      </section>
    )
  }
  return (
    <>
      <Members title={title} entry={entry} body={body} />
      <Examples title={t('api.answerExample', { status })} entry={entry} body={body} />
    </>
  )
}
