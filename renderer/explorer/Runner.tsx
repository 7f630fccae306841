/** One call to try by hand: its parameters as JSON, and what came back. It is really made. */
import { Button, Textarea } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { grouped } from '../i18n/format.ts'
import { CodeBlock } from '../ui/CodeBlock.tsx'
import { KeyCap, modKey } from '../ui/KeyCap.tsx'
import { Notice } from '../ui/Notice.tsx'
import { CallForm } from './CallForm.tsx'
import { compactJson } from './compact-json.ts'
import type { Member } from './members.ts'
import { canRun, readParameters, run, wireOf, type Runnable } from './run.ts'
import css from './Runner.module.css'

interface Props extends Runnable {
  /** Parameters to begin with, a JSON object. */
  readonly initial: string
  /** What the call takes, where it is filled in as a form too. */
  readonly members?: readonly Member[]
}

export function Runner({ api, operation, initial, members = [] }: Props) {
  const { t } = useTranslation()
  const [text, setText] = useState(initial)
  // The form keeps what it has while the text is no object.
  const [known, setKnown] = useState(() => readParameters(initial) ?? {})
  const [fault, setFault] = useState<string | null>(null)
  const making = useMutation({ mutationFn: run })
  const call = { api, operation }
  if (!canRun(call)) return <p className="third">{t('explorer.cannotRun')}</p>

  const start = () => {
    const parameters = readParameters(text)
    if (parameters === null) return setFault(t('explorer.notJson'))
    if (text.includes('"***"')) return setFault(t('explorer.masked'))
    setFault(null)
    if (!making.isPending) making.mutate(wireOf(call, parameters))
  }
  return (
    <section className={css.runner} aria-label={t('explorer.title')}>
      <div className={css.head}>
        <h3>{t('explorer.title')}</h3>
        <span className="mono third cut" title={operation} lang="en">
          {operation}
        </span>
      </div>
      {members.length > 0 && (
        <CallForm
          members={members}
          parameters={known}
          change={(parameters) => {
            setKnown(parameters)
            setText(compactJson(parameters))
          }}
        />
      )}
      <Textarea
        label={t('explorer.parameters')}
        description={t(api === 'live' ? 'explorer.asConsole' : 'explorer.asYou')}
        classNames={{ input: css.input ?? '' }}
        autosize
        minRows={2}
        maxRows={16}
        spellCheck={false}
        value={text}
        error={fault}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setKnown(readParameters(event.currentTarget.value) ?? known)
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          start()
        }}
      />
      <div className={css.actions}>
        <Button onClick={start} loading={making.isPending}>
          {t('explorer.run')}
        </Button>
        <span className="meta">
          <KeyCap>{modKey}</KeyCap> <KeyCap>Enter</KeyCap>
        </span>
      </div>
      {making.error !== null && <Notice tone="fail">{t('explorer.noAnswer')}</Notice>}
      {making.data !== undefined && (
        <div role="status">
          <CodeBlock
            title={t('explorer.answer', {
              status: making.data.status,
              ms: grouped(Math.round(making.data.milliseconds)),
            })}
            code={making.data.text}
          />
        </div>
      )}
    </section>
  )
}
