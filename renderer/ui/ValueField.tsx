/** A value to read and copy: a sunken field with its label; secrets are masked until shown. */
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { CopyButton } from './CopyButton.tsx'
import css from './ValueField.module.css'

interface Props {
  readonly label: string
  readonly value: string
}

export function CopyField({ label, value }: Props) {
  const id = useId()
  return (
    <div>
      <div className={css.label} id={id}>
        {label}
      </div>
      <div className={css.field}>
        <output className={css.value} aria-labelledby={id} title={value} data-shortens>
          {value}
        </output>
        <CopyButton value={value} thing={label} />
      </div>
    </div>
  )
}

export function MaskedField({ label, value }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [shown, setShown] = useState(false)
  const name = t(shown ? 'ingest.conceal' : 'ingest.reveal', { thing: label })
  return (
    <div>
      <div className={css.label} id={id}>
        {label}
      </div>
      <div className={css.field}>
        <output className={css.value} aria-labelledby={id} title={shown ? value : undefined} data-shortens>
          {shown ? value : '•'.repeat(16)}
        </output>
        <Tooltip label={name}>
          <ActionIcon aria-label={name} onClick={() => setShown(!shown)}>
            {shown ? <IconEyeOff size={16} stroke={1.6} /> : <IconEye size={16} stroke={1.6} />}
          </ActionIcon>
        </Tooltip>
        <CopyButton value={value} thing={label} />
      </div>
    </div>
  )
}
