import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import { OPERATES } from '../rooms.ts'
import { useMay } from '../stores/session.ts'

/** Shows all that is known of a channel or, to who only watches, its picture. */
export function useOpenChannel(): (channelId: string) => void {
  const navigate = useNavigate()
  const operates = useMay(OPERATES)
  return useCallback(
    (channelId) =>
      void (operates
        ? navigate({ to: '/channels/$channelId', params: { channelId } })
        : navigate({ to: '/preview', search: { channel: channelId } })),
    [navigate, operates],
  )
}
