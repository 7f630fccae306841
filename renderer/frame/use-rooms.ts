import { useMemo } from 'react'
import { isGranted } from '../../service/contract/permission.ts'
import { ROOMS, type Room } from '../rooms.ts'
import { useSignedIn } from '../stores/session.ts'

/** The rooms that who is signed in may be in. */
export function useRooms(): readonly Room[] {
  const { user } = useSignedIn()
  return useMemo(() => ROOMS.filter(({ needs }) => isGranted(needs, user)), [user])
}
