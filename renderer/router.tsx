/** The rooms of the console and their addresses. What a room filters or shows stands in its address. */
import {
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import { later } from './later.ts'
import { numberedHashHistory } from './numbered-history.ts'
import { readSearch as readChannelSearch } from './panels/channel-detail/search.ts'
import { readChannelsSearch, readNewChannelSearch } from './panels/channels/search.ts'
import { readSearch as readDestinationSearch } from './panels/destinations/search.ts'
import { readSearch as readRecordingSearch } from './panels/recordings/search.ts'
import { readSearch as readChatSearch } from './panels/chat/search.ts'
import { readSearch as readPreviewSearch } from './panels/preview/search.ts'
import { readSearch as readRequestSearch } from './panels/requests/search.ts'
import { readSearch as readScheduleSearch } from './schedule/search.ts'
import { readSearch as readSettingsSearch } from './panels/settings/search.ts'
import { readSearch as readStudioSearch } from './panels/studio/search.ts'
import { readSearch as readUserSearch } from './panels/users/search.ts'
import { readCatcherSearch, readVerifySearch } from './panels/webhooks/catcher/search.ts'
import { readSearch } from './panels/webhooks/search.ts'
import { readFirst } from './panels/webhooks/webhook-log.ts'
import { needOf } from './rooms.ts'
import { may } from './stores/session.ts'
import { Frame } from './frame/Frame.tsx'
import { RoomBoundary } from './ui/stopped/RoomBoundary.tsx'
import { StoppedConsole } from './ui/stopped/StoppedConsole.tsx'

const root = createRootRoute({ component: Root, errorComponent: StoppedConsole })

/** A popped-out picture has its window for itself; everything else stands in the frame. */
function Root() {
  const poppedOut = useLocation({ select: ({ pathname }) => pathname.startsWith('/pop-out/') })
  if (!poppedOut) return <Frame />
  return (
    <RoomBoundary>
      <Outlet />
    </RoomBoundary>
  )
}

const popOut = createRoute({
  getParentRoute: () => root,
  path: '/pop-out/$channelId',
  component: later(() => import('./panels/pop-out/PopOut.tsx'), 'PopOut'),
})

const controlRoom = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: later(() => import('./panels/control-room/ControlRoom.tsx'), 'ControlRoom'),
})
const computer = createRoute({
  getParentRoute: () => root,
  path: '/computer',
  component: later(() => import('./panels/computer/Computer.tsx'), 'Computer'),
})
const elsewhere = createRoute({
  getParentRoute: () => root,
  path: '$',
  beforeLoad: () => redirect({ to: '/', throw: true }),
})

/** A search parameter: the router reads digits as a number. */
const text = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' ? String(value) : ''

const channels = createRoute({
  getParentRoute: () => root,
  path: '/channels',
  component: later(() => import('./panels/channels/Channels.tsx'), 'Channels'),
  validateSearch: readChannelsSearch,
})

const newChannel = createRoute({
  getParentRoute: () => root,
  path: '/channels/new',
  component: later(() => import('./panels/channels/NewChannel.tsx'), 'NewChannel'),
  validateSearch: readNewChannelSearch,
})

const channel = createRoute({
  getParentRoute: () => root,
  path: '/channels/$channelId',
  component: later(() => import('./panels/channel-detail/ChannelDetail.tsx'), 'ChannelDetail'),
  validateSearch: readChannelSearch,
})

const archives = createRoute({
  getParentRoute: () => root,
  path: '/archives',
  component: later(() => import('./panels/recordings/Recordings.tsx'), 'Recordings'),
  validateSearch: readRecordingSearch,
})

const destinations = createRoute({
  getParentRoute: () => root,
  path: '/archives/destinations',
  component: later(() => import('./panels/destinations/Destinations.tsx'), 'Destinations'),
})

const newDestination = createRoute({
  getParentRoute: () => root,
  path: '/archives/destinations/new',
  component: later(() => import('./panels/destinations/NewDestination.tsx'), 'NewDestination'),
  validateSearch: readDestinationSearch,
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: later(() => import('./panels/webhooks/Webhooks.tsx'), 'Webhooks'),
  validateSearch: readSearch,
  // Read while the room is still being loaded, for who may enter it.
  loader: async ({ location }) => {
    if (may(needOf('/webhooks'))) await readFirst(readSearch(location.search))
  },
  shouldReload: false,
})

const endpoints = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/endpoints',
  component: later(() => import('./panels/webhooks/Endpoints.tsx'), 'Endpoints'),
})

const catchers = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/catcher',
  component: later(() => import('./panels/webhooks/catcher/Catchers.tsx'), 'Catchers'),
  validateSearch: readCatcherSearch,
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/verify',
  component: later(() => import('./panels/webhooks/verify/Verify.tsx'), 'Verify'),
  validateSearch: readVerifySearch,
})

const api = createRoute({
  getParentRoute: () => root,
  path: '/developer/api',
  component: later(() => import('./panels/api/Api.tsx'), 'Api'),
  validateSearch: (search: Record<string, unknown>): { op?: string; q?: string } => {
    const [op, q] = [text(search['op']), text(search['q'])]
    return { ...(op === '' ? {} : { op }), ...(q === '' ? {} : { q }) }
  },
})

const tokens = createRoute({
  getParentRoute: () => root,
  path: '/developer/tokens',
  component: later(() => import('./panels/tokens/Tokens.tsx'), 'Tokens'),
})

const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  component: later(() => import('./panels/schedules/Schedules.tsx'), 'Schedules'),
  validateSearch: readScheduleSearch,
})

const preview = createRoute({
  getParentRoute: () => root,
  path: '/preview',
  component: later(() => import('./panels/preview/Previews.tsx'), 'Previews'),
  validateSearch: readPreviewSearch,
})

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chat',
  component: later(() => import('./panels/chat/Chat.tsx'), 'Chat'),
  validateSearch: readChatSearch,
})

const studio = createRoute({
  getParentRoute: () => root,
  path: '/studio',
  component: later(() => import('./panels/studio/Studio.tsx'), 'Studio'),
  validateSearch: readStudioSearch,
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: later(() => import('./panels/users/Users.tsx'), 'Users'),
  validateSearch: readUserSearch,
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: later(() => import('./panels/settings/Settings.tsx'), 'Settings'),
  validateSearch: readSettingsSearch,
})

const requests = createRoute({
  getParentRoute: () => root,
  path: '/developer/log',
  component: later(() => import('./panels/requests/Requests.tsx'), 'Requests'),
  validateSearch: readRequestSearch,
})

export const router = createRouter({
  routeTree: root.addChildren([
    controlRoom,
    computer,
    schedules,
    preview,
    popOut,
    chat,
    studio,
    users,
    settings,
    requests,
    channels,
    newChannel,
    channel,
    archives,
    destinations,
    newDestination,
    webhooks,
    endpoints,
    catchers,
    verify,
    api,
    tokens,
    elsewhere,
  ]),
  history: numberedHashHistory(),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
