/** The rooms of the console, in the order of the navigation, the palette and the keys 1 to 9. */
import {
  IconAntennaBars5,
  IconArchive,
  IconBraces,
  IconCalendarEvent,
  IconLayoutDashboard,
  IconMessage2,
  IconPlayerPlay,
  IconSettings,
  IconUsers,
  IconVideo,
  IconWebhook,
} from '@tabler/icons-react'

export interface Room {
  /** Its name is the text `room.<id>`. */
  readonly id: RoomId
  readonly path: RoomPath
  readonly icon: typeof IconArchive
  /** Rooms of one group stand together: what is on air, what serves it, the console itself. */
  readonly group: 'broadcast' | 'service' | 'console'
  /** Other addresses that are in it. */
  readonly also?: readonly string[]
}

type RoomId =
  | 'controlRoom'
  | 'schedules'
  | 'channels'
  | 'preview'
  | 'chat'
  | 'studio'
  | 'archives'
  | 'webhooks'
  | 'api'
  | 'users'
  | 'settings'

type RoomPath =
  | '/'
  | '/schedules'
  | '/channels'
  | '/preview'
  | '/chat'
  | '/studio'
  | '/archives'
  | '/webhooks'
  | '/developer/api'
  | '/users'
  | '/settings'

export const ROOMS: readonly Room[] = [
  { id: 'controlRoom', path: '/', icon: IconLayoutDashboard, group: 'broadcast', also: ['/computer'] },
  { id: 'schedules', path: '/schedules', icon: IconCalendarEvent, group: 'broadcast' },
  { id: 'channels', path: '/channels', icon: IconAntennaBars5, group: 'broadcast' },
  { id: 'preview', path: '/preview', icon: IconPlayerPlay, group: 'broadcast' },
  { id: 'chat', path: '/chat', icon: IconMessage2, group: 'broadcast' },
  { id: 'studio', path: '/studio', icon: IconVideo, group: 'broadcast' },
  { id: 'archives', path: '/archives', icon: IconArchive, group: 'service' },
  { id: 'webhooks', path: '/webhooks', icon: IconWebhook, group: 'service' },
  { id: 'api', path: '/developer/api', icon: IconBraces, group: 'service', also: ['/developer/'] },
  { id: 'users', path: '/users', icon: IconUsers, group: 'service' },
  { id: 'settings', path: '/settings', icon: IconSettings, group: 'console' },
]

/** The room of the digit keys 1 to 9; undefined when there is none. */
export const roomOfDigit = (key: string): Room | undefined =>
  /^[1-9]$/.test(key) ? ROOMS[Number(key) - 1] : undefined

/** True when the address `pathname` is in the room. */
export function isInRoom({ path, also = [] }: Room, pathname: string): boolean {
  return [path, ...also].some(
    (start) => pathname === start || (start !== '/' && pathname.startsWith(`${start.replace(/\/$/, '')}/`)),
  )
}
