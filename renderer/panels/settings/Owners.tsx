import type { ReactNode } from 'react'
import { Notice } from '../../ui/Notice.tsx'
import { useInstallationReason } from './use-rights.ts'

/** What is for masters of the first system; others read why they don't see it. */
export function Owners({ children }: { children: ReactNode }) {
  const reason = useInstallationReason()
  if (reason === undefined) return null
  if (reason === null) return children
  return (
    <Notice tone="info" alert={false}>
      {reason}
    </Notice>
  )
}
