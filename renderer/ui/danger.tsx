/** Asks before something is cut or deleted. Focus starts on Cancel; the button ignores the first second. */
import { Button, Checkbox, Group } from '@mantine/core'
import { modals } from '@mantine/modals'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import { Notice } from './Notice.tsx'
import css from './danger.module.css'

export interface Danger {
  readonly title: string
  readonly lead: string
  /** What the button says. */
  readonly action: string
  /** What can be done as well; not chosen at first. */
  readonly option?: { readonly label: string; readonly help: string }
  /** @param chosen true where the option was chosen */
  readonly run: (chosen: boolean) => Promise<void>
  /** A sentence for a refusal; without it the engine's own words. */
  readonly refusal?: (t: TFunction, error: unknown) => string
  /** Called when the question is gone, however it was answered. */
  readonly closed?: () => void
}

const GUARD_MS = 1000

/** False in the first second, in which a press may have been meant for what was there before. */
export function useArmed(): boolean {
  const [armed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), GUARD_MS)
    return () => clearTimeout(timer)
  }, [])
  return armed
}

export function askDanger(danger: Danger): void {
  const modalId = 'danger'
  modals.open({
    modalId,
    title: danger.title,
    withCloseButton: false,
    size: 440,
    ...(danger.closed && { onClose: danger.closed }),
    children: <Ask danger={danger} close={() => modals.close(modalId)} />,
  })
}

function Ask({ danger, close }: { danger: Danger; close: () => void }) {
  const { t } = useTranslation()
  const armed = useArmed()
  const [busy, setBusy] = useState(false)
  const [chosen, setChosen] = useState(false)
  const [error, setError] = useState<unknown>(null)
  const run = async () => {
    if (!armed || busy) return
    setBusy(true)
    setError(null)
    try {
      await danger.run(chosen)
      close()
    } catch (failure) {
      setError(failure)
      setBusy(false)
    }
  }
  return (
    <>
      <p>{danger.lead}</p>
      {danger.option && (
        <Checkbox
          mt="md"
          classNames={{ labelWrapper: css.option ?? '' }}
          label={danger.option.label}
          description={danger.option.help}
          checked={chosen}
          onChange={(event) => setChosen(event.currentTarget.checked)}
        />
      )}
      {error !== null && (
        <div className={css.failed}>
          <Notice tone="fail">
            {danger.refusal?.(t, error) ?? t('danger.failed', { reason: errorText(t, error) })}
          </Notice>
        </div>
      )}
      <Group justify="flex-end" gap="sm" mt="md">
        <Button data-autofocus onClick={close}>
          {t('common.cancel')}
        </Button>
        <Button
          className={css.destroy}
          data-armed={armed}
          loading={busy}
          onKeyDown={(event) => event.repeat && event.preventDefault()}
          onClick={() => void run()}
        >
          {danger.action}
        </Button>
      </Group>
    </>
  )
}
