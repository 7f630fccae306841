import { ActionIcon, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useCopy } from './copy.ts'

/** Copies `value`; `thing` names it for the tooltip and for screen readers. */
export function CopyButton({ value, thing, tabIndex }: { value: string; thing: string; tabIndex?: number }) {
  const { t } = useTranslation()
  const { copy, copied } = useCopy()
  const label = t('common.copyThing', { thing })
  return (
    <Tooltip label={copied ? t('common.copied') : label}>
      <ActionIcon
        aria-label={label}
        tabIndex={tabIndex}
        onClick={(event) => {
          event.stopPropagation()
          void copy(value)
        }}
        data-copied={copied || undefined}
      >
        {copied ? <IconCheck size={16} stroke={1.6} /> : <IconCopy size={16} stroke={1.6} />}
      </ActionIcon>
    </Tooltip>
  )
}
