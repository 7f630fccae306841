/** The rooms of the console, in the order of the navigation, the palette and the keys 1 to 9. */
import { MESSAGES } from '../service/contract/console/who-sees.ts'
import type { Permission } from '../service/contract/permission.ts'
import { api } from './api/routes.ts'
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

/** The permission that shows channels, as a table says it for every member (`who-sees.ts`). */
export const WATCHES = MESSAGES.snapshot.state.channels[0]
/** The permission to look after channels. */
export const OPERATES = api.channels.live.who

export interface Room {
  /** Its name is the text `room.<id>`. */
  readonly id: RoomId
  readonly path: RoomPath
  readonly icon: typeof IconArchive
  /** Rooms of one group stand together: what is on air, what serves it, the console itself. */
  readonly group: 'broadcast' | 'service' | 'console'
  /** Who may be in it: what it reads. */
  readonly needs: Permission
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
  {
    id: 'controlRoom',
    path: '/',
    icon: IconLayoutDashboard,
    group: 'broadcast',
    needs: 'signed-in',
    also: ['/computer'],
  },
  {
    id: 'schedules',
    path: '/schedules',
    icon: IconCalendarEvent,
    group: 'broadcast',
    needs: api.schedules.list.who,
  },
  { id: 'channels', path: '/channels', icon: IconAntennaBars5, group: 'broadcast', needs: WATCHES },
  { id: 'preview', path: '/preview', icon: IconPlayerPlay, group: 'broadcast', needs: WATCHES },
  {
    id: 'chat',
    path: '/chat',
    icon: IconMessage2,
    group: 'broadcast',
    needs: api.option.listChat.who,
  },
  {
    id: 'studio',
    path: '/studio',
    icon: IconVideo,
    group: 'broadcast',
    needs: api.signaling.connect.who,
  },
  {
    id: 'archives',
    path: '/archives',
    icon: IconArchive,
    group: 'service',
    needs: api.recordings.list.who,
  },
  {
    id: 'webhooks',
    path: '/webhooks',
    icon: IconWebhook,
    group: 'service',
    needs: api.webhooks.list.who,
  },
  {
    id: 'api',
    path: '/developer/api',
    icon: IconBraces,
    group: 'service',
    needs: 'signed-in',
    also: ['/developer/'],
  },
  { id: 'users', path: '/users', icon: IconUsers, group: 'service', needs: 'signed-in' },
  { id: 'settings', path: '/settings', icon: IconSettings, group: 'console', needs: 'signed-in' },
]

/** The room of the digit keys 1 to 9 among those that are shown; undefined when there is none. */
export const roomOfDigit = (key: string, rooms: readonly Room[]): Room | undefined =>
  /^[1-9]$/.test(key) ? rooms[Number(key) - 1] : undefined

/** True when the address `pathname` is in the room. */
export function isInRoom({ path, also = [] }: Room, pathname: string): boolean {
  return [path, ...also].some(
    (start) => pathname === start || (start !== '/' && pathname.startsWith(`${start.replace(/\/$/, '')}/`)),
  )
}

/** Places within rooms that need more than the room, by what their addresses begin with. */
const INNER: readonly (readonly [start: string, needs: Permission])[] = [
  ['/computer', api.load.read.who],
  ['/channels/', OPERATES],
]

/** The permission that the place at the address `pathname` needs. */
export const needOf = (pathname: string): Permission =>
  INNER.find(([start]) => pathname.startsWith(start))?.[1] ??
  ROOMS.find((room) => isInRoom(room, pathname))?.needs ??
  'signed-in'
