/** The name of a channel as it is typed in its place; nothing while it is only read. */
import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { renameChannelRequest } from '../../../service/contract/console/channels.ts'
import type { ChannelView } from '../../../service/contract/console/channel-view.ts'
import { renameChannel } from '../../api/channels.ts'
import { errorText } from '../../api/error-text.ts'
import { useUnsaved } from '../../form/unsaved.ts'
import { useMeanwhile } from '../../form/use-meanwhile.ts'
import { carriedText } from '../../i18n/refusal/text.ts'

const same = (a: string, b: string): boolean => a.trim() === b.trim()

export function useRename({ channelId, name: known }: ChannelView) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const [wasOpen, setWasOpen] = useState(false)
  const [name, setName] = useState(known)
  const fieldId = useId()
  const rename = useMutation({
    mutationFn: (value: string) => renameChannel(channelId, value),
    onSuccess: () => setOpen(false),
  })
  const { meanwhile, isTyped, takeTheirs, keepMine } = useMeanwhile({
    ...{ known, values: name, setValues: setName },
    ...{ same, busy: rename.isPending },
  })
  const rule = renameChannelRequest.safeParse({ name: name.trim() }).error?.issues[0]?.message
  const leave = () => {
    setOpen(false)
    takeTheirs()
    rename.reset()
  }
  useUnsaved(isOpen && isTyped, { discard: leave })
  return {
    ...{ isOpen, name, setName, leave, fieldId },
    keepMine: () => {
      keepMine()
      document.getElementById(fieldId)?.focus()
    },
    /** Once the field was there, what opens it again has the focus when it goes. */
    wasOpen,
    /** Somebody else renamed it since: what is typed is saved once the operator has chosen. */
    meanwhile: isOpen && meanwhile,
    busy: rename.isPending,
    error: rule
      ? carriedText(t, rule)
      : rename.isError
        ? t('detail.renameFailed', { reason: errorText(t, rename.error) })
        : undefined,
    open: () => {
      setOpen(true)
      setWasOpen(true)
    },
    save: () => {
      if (rule === undefined && !meanwhile) rename.mutate(name.trim())
    },
  }
}

export type RenameForm = ReturnType<typeof useRename>
