/** The rooms of the console and their addresses. What a room filters or shows stands in its address. */
import {
  createHashHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  redirect,
  useLocation,
} from '@tanstack/react-router'
import { Api } from './panels/api/Api.tsx'
import { ChannelDetail } from './panels/channel-detail/ChannelDetail.tsx'
import { readSearch as readChannelSearch } from './panels/channel-detail/search.ts'
import { Channels } from './panels/channels/Channels.tsx'
import { readChannelsSearch, readNewChannelSearch } from './panels/channels/search.ts'
import { NewChannel } from './panels/channels/NewChannel.tsx'
import { Destinations } from './panels/destinations/Destinations.tsx'
import { NewDestination } from './panels/destinations/NewDestination.tsx'
import { readSearch as readDestinationSearch } from './panels/destinations/search.ts'
import { Recordings } from './panels/recordings/Recordings.tsx'
import { readSearch as readRecordingSearch } from './panels/recordings/search.ts'
import { Chat } from './panels/chat/Chat.tsx'
import { readSearch as readChatSearch } from './panels/chat/search.ts'
import { Computer } from './panels/computer/Computer.tsx'
import { ControlRoom } from './panels/control-room/ControlRoom.tsx'
import { PopOut } from './panels/pop-out/PopOut.tsx'
import { Previews } from './panels/preview/Previews.tsx'
import { readSearch as readPreviewSearch } from './panels/preview/search.ts'
import { Requests } from './panels/requests/Requests.tsx'
import { readSearch as readRequestSearch } from './panels/requests/search.ts'
import { Schedules } from './panels/schedules/Schedules.tsx'
import { readSearch as readScheduleSearch } from './panels/schedules/search.ts'
import { Settings } from './panels/settings/Settings.tsx'
import { readSearch as readSettingsSearch } from './panels/settings/search.ts'
import { Studio } from './panels/studio/Studio.tsx'
import { readSearch as readStudioSearch } from './panels/studio/search.ts'
import { Users } from './panels/users/Users.tsx'
import { readSearch as readUserSearch } from './panels/users/search.ts'
import { Tokens } from './panels/tokens/Tokens.tsx'
import { Catchers } from './panels/webhooks/catcher/Catchers.tsx'
import { readCatcherSearch, readVerifySearch } from './panels/webhooks/catcher/search.ts'
import { Endpoints } from './panels/webhooks/Endpoints.tsx'
import { readSearch } from './panels/webhooks/search.ts'
import { Verify } from './panels/webhooks/verify/Verify.tsx'
import { Webhooks } from './panels/webhooks/Webhooks.tsx'
import { Frame } from './ui/frame/Frame.tsx'
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

const popOut = createRoute({ getParentRoute: () => root, path: '/pop-out/$channelId', component: PopOut })

const controlRoom = createRoute({ getParentRoute: () => root, path: '/', component: ControlRoom })
const computer = createRoute({ getParentRoute: () => root, path: '/computer', component: Computer })
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
  component: Channels,
  validateSearch: readChannelsSearch,
})

const newChannel = createRoute({
  getParentRoute: () => root,
  path: '/channels/new',
  component: NewChannel,
  validateSearch: readNewChannelSearch,
})

const channel = createRoute({
  getParentRoute: () => root,
  path: '/channels/$channelId',
  component: ChannelDetail,
  validateSearch: readChannelSearch,
})

const archives = createRoute({
  getParentRoute: () => root,
  path: '/archives',
  component: Recordings,
  validateSearch: readRecordingSearch,
})

const destinations = createRoute({
  getParentRoute: () => root,
  path: '/archives/destinations',
  component: Destinations,
})

const newDestination = createRoute({
  getParentRoute: () => root,
  path: '/archives/destinations/new',
  component: NewDestination,
  validateSearch: readDestinationSearch,
})

const webhooks = createRoute({
  getParentRoute: () => root,
  path: '/webhooks',
  component: Webhooks,
  validateSearch: readSearch,
})

const endpoints = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/endpoints',
  component: Endpoints,
})

const catchers = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/catcher',
  component: Catchers,
  validateSearch: readCatcherSearch,
})

const verify = createRoute({
  getParentRoute: () => root,
  path: '/webhooks/verify',
  component: Verify,
  validateSearch: readVerifySearch,
})

const api = createRoute({
  getParentRoute: () => root,
  path: '/developer/api',
  component: Api,
  validateSearch: (search: Record<string, unknown>): { op?: string; q?: string } => {
    const [op, q] = [text(search['op']), text(search['q'])]
    return { ...(op === '' ? {} : { op }), ...(q === '' ? {} : { q }) }
  },
})

const tokens = createRoute({ getParentRoute: () => root, path: '/developer/tokens', component: Tokens })

const schedules = createRoute({
  getParentRoute: () => root,
  path: '/schedules',
  component: Schedules,
  validateSearch: readScheduleSearch,
})

const preview = createRoute({
  getParentRoute: () => root,
  path: '/preview',
  component: Previews,
  validateSearch: readPreviewSearch,
})

const chat = createRoute({
  getParentRoute: () => root,
  path: '/chat',
  component: Chat,
  validateSearch: readChatSearch,
})

const studio = createRoute({
  getParentRoute: () => root,
  path: '/studio',
  component: Studio,
  validateSearch: readStudioSearch,
})

const users = createRoute({
  getParentRoute: () => root,
  path: '/users',
  component: Users,
  validateSearch: readUserSearch,
})

const settings = createRoute({
  getParentRoute: () => root,
  path: '/settings',
  component: Settings,
  validateSearch: readSettingsSearch,
})

const requests = createRoute({
  getParentRoute: () => root,
  path: '/developer/log',
  component: Requests,
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
  history: createHashHistory(),
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
