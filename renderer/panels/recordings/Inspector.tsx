/** One recording: is it all there, what went wrong, where it is, and what can be done. */
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import type { RecordingDetail } from '../../../service/contract/console-archive.ts'
import { errorText } from '../../api/error-text.ts'
import { ApiError } from '../../api/http.ts'
import { shortId } from '../../i18n/format.ts'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Delayed } from '../../ui/Delayed.tsx'
import { LoadFailed } from '../../ui/LoadFailed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { UserText } from '../../ui/UserText.tsx'
import { isTyping } from '../../ui/enter.ts'
import { ActionBar } from './ActionBar.tsx'
import { askDelete, askPlay, retry } from './actions.tsx'
import { channelText } from './draw-recording.ts'
import { Progress } from './Progress.tsx'
import { RecordingFacts } from './RecordingFacts.tsx'
import { Trouble } from './Trouble.tsx'
import css from '../../ui/Inspector.module.css'

interface Props {
  readonly id: string
  readonly query: {
    readonly data: RecordingDetail | undefined
    readonly error: Error | null
    readonly isFetching: boolean
    readonly refetch: () => unknown
  }
  readonly close: () => void
  /** True when it was opened by a key. */
  readonly takeFocus: boolean
}

export function Inspector({ id, query, close, takeFocus }: Props) {
  const pane = useRef<HTMLElement>(null)
  useEffect(() => {
    if (takeFocus) pane.current?.focus()
  }, [takeFocus])
  const { t } = useTranslation()
  const { data: recording, error } = query
  const gone = error instanceof ApiError && error.status === 404
  return (
    <aside
      ref={pane}
      className={css.inspector}
      data-pane="details"
      tabIndex={-1}
      aria-label={t('recordings.inspector')}
      onKeyDown={(event) => {
        if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return
        if (event.key === 'Escape') close()
        else if (recording === undefined || gone) return
        else if (event.key === 'Delete') askDelete(t, recording, close)
        else if (event.key.toLowerCase() === 'p') askPlay(t, recording)
        else if (event.key.toLowerCase() === 'r') retry(t, recording)
      }}
    >
      <header className={css.head}>
        <h2 className="cut">
          {recording === undefined ? (
            t('recordings.inspector')
          ) : (
            <UserText>{channelText(t, recording)}</UserText>
          )}
        </h2>
        <span className="mono third" title={id}>
          {shortId(id)}
        </span>
        <CopyButton value={id} thing={t('recordings.id')} />
        <ActionIcon className={css.close} aria-label={t('common.close')} onClick={close}>
          <IconX size={16} stroke={1.6} />
        </ActionIcon>
      </header>
      {gone && (
        <div className={css.body}>
          <Notice tone="info" alert={false}>
            {t('recordings.gone')}
          </Notice>
        </div>
      )}
      {error !== null && !gone && (
        <div className={css.body}>
          <LoadFailed query={query}>{t('recordings.oneFailed', { reason: errorText(t, error) })}</LoadFailed>
        </div>
      )}
      {recording === undefined && error === null && (
        <Delayed>
          <p className={`third ${css.body ?? ''}`} role="status">
            {t('recordings.loadingOne')}
          </p>
        </Delayed>
      )}
      {recording !== undefined && !gone && (
        <>
          <div className={css.body}>
            <Progress recording={recording} />
            <Trouble recording={recording} />
            <RecordingFacts recording={recording} />
          </div>
          <ActionBar recording={recording} close={close} />
        </>
      )}
    </aside>
  )
}
