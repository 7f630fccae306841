import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import type { KeyboardEvent, ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { ApiError } from '../api/http.ts'
import { shortId } from '../i18n/format.ts'
import { CopyButton } from './CopyButton.tsx'
import { Delayed } from './Delayed.tsx'
import { LoadFailed } from './LoadFailed.tsx'
import { Notice } from './Notice.tsx'
import { isTyping } from './enter.ts'
import css from './Inspector.module.css'

/** Who is inspected, as it is read from the service. */
export interface InspectorProps<Thing> {
  readonly id: string
  readonly query: {
    readonly data: Thing | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly close: () => void
  /** True when it was opened by a key. */
  readonly takeFocus: boolean
}

interface Props<Thing> extends InspectorProps<Thing> {
  readonly words: {
    /** What the pane is called. */
    readonly label: string
    /** What the id is the id of. */
    readonly id: string
    readonly gone: string
    readonly loading: string
    failed(reason: string): string
  }
  readonly title: (thing: Thing | undefined) => ReactNode
  /** Language of the title where it is not the console's. */
  readonly titleLanguage?: string | undefined
  /** A key without modifiers, outside of fields, while there is something to act on. */
  readonly onKey: (event: KeyboardEvent, thing: Thing) => void
  readonly children: (thing: Thing) => ReactNode
}

/** The pane beside a list that has one of its things whole: gone, failed, loading, or there. */
export function InspectorPane<Thing>(props: Props<Thing>) {
  const { id, query, close, takeFocus, words, title, titleLanguage, onKey, children } = props
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takeFocus) pane.current?.focus()
  }, [takeFocus])
  const { t } = useTranslation()
  const { data: thing, error } = query
  const gone = error instanceof ApiError && error.status === 404
  return (
    <aside
      ref={pane}
      className={css.inspector}
      data-pane="details"
      tabIndex={-1}
      aria-label={words.label}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
        if (event.key === 'Escape') close()
        else if (thing !== undefined && !gone) onKey(event, thing)
      }}
    >
      <header className={css.head}>
        <h2 lang={titleLanguage}>{title(thing)}</h2>
        <span className="mono third" title={id}>
          {shortId(id)}
        </span>
        <CopyButton value={id} thing={words.id} />
        <ActionIcon className={css.close} aria-label={t('common.close')} onClick={close}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {gone && (
        <div className={css.body}>
          <Notice tone="info" alert={false}>
            {words.gone}
          </Notice>
        </div>
      )}
      {error !== null && !gone && (
        <div className={css.body}>
          <LoadFailed query={query}>{words.failed(errorText(t, error))}</LoadFailed>
        </div>
      )}
      {thing === undefined && error === null && (
        <Delayed>
          <p className={`third ${css.body ?? ''}`} role="status">
            {words.loading}
          </p>
        </Delayed>
      )}
      {thing !== undefined && !gone && children(thing)}
    </aside>
  )
}
