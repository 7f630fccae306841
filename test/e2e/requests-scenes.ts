import { refusal } from '../../service/contract/refusal/refusal.ts'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { RequestDetail, RequestView } from '../../service/contract/console/requests.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { mixed, SCENE_NOW } from '../support/console-scenes.ts'
import type { Scene } from './scene.ts'

const OPERATIONS = [
  ['live', 'Service_20250901.CreateRTMPChannel', 200, 'match-day'],
  ['option', 'GET /api/schedule', 200, 'aiko@studio.example'],
  ['live', 'Service_20250901.CreateRTMPChannel', 400, 'match-day'],
  ['option', 'POST /api/login', 401, null],
  ['live', 'Service_20180501.ListChannelIDs', 200, '試合当日の配信アプリ'],
  ['option', 'POST /api/schedule', 409, 'aiko@studio.example'],
  ['live', 'Service_20200316.CreateMultistreamChannelWithHLS', 500, 'match-day'],
] as const

const calls: readonly RequestView[] = Array.from({ length: 60 }, (_, index) => {
  const [api, operation, status, caller] = OPERATIONS[index % OPERATIONS.length] ?? OPERATIONS[0]
  return {
    ...{ id: 900 - index, at: SCENE_NOW - index * 41_000, api, operation, caller, status },
    ...{ remoteAddress: '127.0.0.1', durationMs: 3 + ((index * 37) % 190) },
    unknownMembers: index % OPERATIONS.length === 2 ? ['hls[0].video.profile', 'note'] : [],
  }
})
const refused = calls[2] ?? calls[0]

const refusedDetail = {
  ...refused,
  request: {
    cut: false,
    text: '{"hls":[{"durationSeconds":2,"startTimeOffset":-6,"video":{"width":1280,"height":720,"fps":300,"bps":2500000,"profile":"high"}}],"note":"カメラ 2"}',
  },
  response: {
    cut: false,
    text: '{"error_type":"InvalidJSON","error_reason":[{"member":"hls[0].video.fps","rule":"must be an integer from 1 to 60"}]}',
  },
} as RequestDetail

function showCalls(s: StandIn, requests: readonly RequestView[] = calls): void {
  s.show(mixed)
  s.answer(CONSOLE_API.requests.list, 200, { requests, next: requests.length > 0 ? 841 : null })
  s.answer(CONSOLE_API.requests.find, 200, refusedDetail, { params: { id: refusedDetail.id } })
}

export const REQUESTS_SCENES: readonly Scene[] = [
  { name: 'requests', path: '/developer/log', prepare: (s) => showCalls(s) },
  { name: 'requests-empty', path: '/developer/log', prepare: (s) => showCalls(s, []) },
  {
    name: 'requests-no-match',
    path: '/developer/log?q=zzz&status=5xx',
    prepare: (s) => showCalls(s, []),
  },
  {
    name: 'requests-call',
    path: `/developer/log?call=${refusedDetail.id}`,
    prepare: (s) => showCalls(s),
    after: async (page) => {
      await page.locator('aside textarea').first().waitFor()
    },
  },
  {
    name: 'requests-failed',
    path: '/developer/log',
    prepare: (s) => {
      s.show(mixed)
      s.refuse(CONSOLE_API.requests.list, refusal('SERVICE_UNAVAILABLE'))
    },
    after: async (page) => {
      await page.getByRole('alert').first().waitFor()
    },
  },
]
