/** Copies to the clipboard, and says so where the browser does not allow it. */
import { notifications } from '@mantine/notifications'
import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { modKey } from './KeyCap.tsx'

const TOLD_MS = 1500

/** Copies a text. @returns false where that failed, which it has told by then */
export async function copyText(t: TFunction, text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    notifications.show({ id: 'not-copied', message: t('common.notCopied', { key: modKey }) })
    return false
  }
}

/** Copies a text by a button, which says for a moment that it did. */
export function useCopy(): { readonly copied: boolean; readonly copy: (text: string) => Promise<boolean> } {
  const { t } = useTranslation()
  /** How often it was copied; null while that is not said. */
  const [copied, setCopied] = useState<number | null>(null)
  useEffect(() => {
    if (copied === null) return
    const timer = setTimeout(() => setCopied(null), TOLD_MS)
    return () => clearTimeout(timer)
  }, [copied])
  const copy = async (text: string) => {
    const done = await copyText(t, text)
    setCopied((before) => (done ? (before ?? 0) + 1 : null))
    return done
  }
  return { copied: copied !== null, copy }
}
