/** The key file of a Google service account: dropped, chosen or pasted; read here, and never shown. */
import { Button } from '@mantine/core'
import { useId, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { Fact, Facts } from '../../ui/Card.tsx'
import { Glyph } from '../../ui/Glyph.tsx'
import { modKey } from '../../ui/KeyCap.tsx'
import { ApiLabel } from './ApiLabel.tsx'
import { readCredential } from './credential.ts'
import type { DestinationForm } from './use-destination-form.ts'
import css from './NewDestination.module.css'

export function CredentialField({ form }: { form: DestinationForm }) {
  const { t } = useTranslation()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [over, setOver] = useState(false)
  const { take, problem } = useCredential(form)
  const { value, error } = form.field('credential')
  const read = value === '' ? null : readCredential(value)
  const wrong = problem ?? error
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setOver(false)
    take(event.dataTransfer.files[0])
  }
  const paste = (event: ClipboardEvent) => {
    event.preventDefault()
    take(event.clipboardData.files[0] ?? event.clipboardData.getData('text/plain'))
  }
  return (
    <div className={css.wide}>
      <div className={css.label} id={`${id}-label`}>
        <ApiLabel member="gs_credential_json">{t('destinations.field.credential')}</ApiLabel>
      </div>
      <div
        className={css.drop}
        role="group"
        tabIndex={0}
        aria-labelledby={`${id}-label`}
        aria-describedby={`${id}-help`}
        data-over={over || undefined}
        data-wrong={wrong !== undefined || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setOver(true)
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
        onPaste={paste}
      >
        {read?.ok === true && (
          <Facts>
            <Fact label={t('destinations.credential.project')}>{read.facts.project || '–'}</Fact>
            <Fact label={t('destinations.credential.email')}>{read.facts.email}</Fact>
          </Facts>
        )}
        <div className={css.dropLine}>
          <Button
            aria-invalid={wrong !== undefined}
            aria-describedby={wrong === undefined ? undefined : `${id}-wrong`}
            onClick={() => input.current?.click()}
          >
            {t(read === null ? 'destinations.credential.choose' : 'destinations.credential.chooseOther')}
          </Button>
          <span className="meta" id={`${id}-help`}>
            {over
              ? t('destinations.credential.dropHere')
              : read === null
                ? t('destinations.credential.drop', { key: `${modKey} V` })
                : t('destinations.credential.read')}
          </span>
        </div>
        <input
          ref={input}
          type="file"
          accept=".json,application/json"
          hidden
          onChange={(event) => {
            take(event.currentTarget.files?.[0])
            // The same file may be chosen again once it was changed.
            event.currentTarget.value = ''
          }}
        />
      </div>
      {wrong !== undefined && (
        <p className={css.wrong} id={`${id}-wrong`} role="alert">
          <Glyph name="fail" tone="fail" />
          {wrong}
        </p>
      )}
    </div>
  )
}

/** Takes a file or a text; what is no key of a service account is refused and leaves what was there. */
function useCredential(form: DestinationForm) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<string>()
  const takeText = (text: string) => {
    const read = readCredential(text)
    if (read.ok) {
      setProblem(undefined)
      form.setFieldValue('credential', text)
      form.clearFieldError('credential')
    } else if (read.members.length === 0) setProblem(t('destinations.credential.notJson'))
    else {
      const members = read.members.join(t('common.listSeparator'))
      setProblem(t('destinations.credential.lacks', { members }))
    }
  }
  const take = (from: File | string | undefined) => {
    if (typeof from === 'string') takeText(from)
    else from?.text().then(takeText, () => setProblem(t('destinations.credential.unreadable')))
  }
  return { take, problem }
}
