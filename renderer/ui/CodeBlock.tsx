import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { useCopy } from './copy.ts'
import css from './CodeBlock.module.css'

/** Code to copy, as it is shown or as `original`; text in double quotes is set apart. */
export function CodeBlock({
  title,
  code,
  original = code,
}: {
  title: string
  code: string
  original?: string
}) {
  const { t } = useTranslation()
  const { copy, copied } = useCopy()
  const parts = code.split(/("(?:[^"\\]|\\.)*")/)
  return (
    <div>
      <div className={css.head}>
        <span className="meta">{title}</span>
        <Button
          size="xs"
          variant="subtle"
          onClick={() => void copy(original)}
          aria-label={t('common.copyThing', { thing: title })}
        >
          {copied ? t('common.copied') : t('common.copy')}
        </Button>
      </div>
      {/* Scrolls when narrow, so the keyboard has to reach it. */}
      <pre className={css.code} tabIndex={0} aria-label={title} role="group" lang="en">
        {parts.map((part, index) =>
          index % 2 === 1 ? (
            <span key={index} className={css.string}>
              {part}
            </span>
          ) : (
            part
          ),
        )}
      </pre>
    </div>
  )
}
