import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { StandIn } from '../support/console-stand-in.ts'
import { mixed, SCENE_NOW, webRtcHls } from '../support/console-scenes.ts'
import type { Scene } from './scene.ts'

const HOUR = 3_600_000
const SCHEDULE = '4C1E07B7KQ5T0C3N8X6W4E1R9Y'
const schedules = [
  {
    scheduleId: SCHEDULE,
    name: 'Autumn town hall',
    startsAt: SCENE_NOW - HOUR / 2,
    endsAt: SCENE_NOW + HOUR,
    channelId: webRtcHls.channelId,
    renditions: [],
    createdAt: SCENE_NOW - 90 * HOUR,
    createdByName: 'Aiko Tanaka',
  },
]
const SAID = [
  [2, 'Emma Lindqvist', 'Good morning from Stockholm'],
  [3, 'Daichi Ono', 'よろしくお願いします'],
  [1, 'Aiko Tanaka', 'Link is in the calendar invite.'],
  [4, 'Priya Nair', 'Could you repeat the Q3 number please?'],
  [5, 'Haruto Ito', 'マイクが少し小さいかも 🎤'],
] as const

const messages = (count: number) =>
  Array.from({ length: count }, (_, index) => {
    const [user_id, user_name, body] = SAID[index % SAID.length] ?? SAID[0]
    const minute = String(36 + Math.floor((index * 6) / count)).padStart(2, '0')
    return {
      ...{ message_id: `M${index}`, schedule_id: SCHEDULE, user_id, user_name, body },
      created_datetime: `2026-11-18T13:${minute}:00`,
    }
  })

/** What the whole chat is asked for by. */
const WHOLE = { schedule_id: SCHEDULE, limit: 1000 }

function showChat(s: StandIn, count: number): void {
  s.show(mixed)
  s.answer(CONSOLE_API.schedules.list, 200, { schedules })
  s.answer(CONSOLE_API.option.listChat, 200, { ok: true, messages: [] })
  s.answer(
    CONSOLE_API.option.listChat,
    200,
    {
      ok: true,
      messages: messages(count),
    },
    { query: WHOLE },
  )
}

const first = '[role=log] [data-index]'

export const CHAT_SCENES: readonly Scene[] = [
  { name: 'chat-no-schedule', path: '/chat', prepare: (s) => s.show(mixed) },
  { name: 'chat-empty', path: '/chat', prepare: (s) => showChat(s, 0) },
  {
    name: 'chat',
    path: '/chat',
    prepare: (s) => showChat(s, 999),
    after: (page) => page.locator(first).first().waitFor(),
  },
  {
    name: 'chat-large',
    path: '/chat?view=presenter&q=o',
    prepare: (s) => showChat(s, 10),
    after: (page) => page.locator(first).first().waitFor(),
  },
  {
    name: 'chat-too-long',
    path: '/chat',
    prepare: (s) => showChat(s, 5),
    after: async (page) => {
      await page.locator(first).first().waitFor()
      // Below the messages; what finds among them is above.
      await page.locator('[data-pane=chat] input').last().fill('長い'.repeat(26))
    },
  },
  {
    name: 'chat-failed',
    path: '/chat',
    prepare: (s) => {
      showChat(s, 5)
      s.answer(CONSOLE_API.option.listChat, 503, { ok: false }, { query: WHOLE })
    },
    after: (page) => page.getByRole('alert').first().waitFor(),
  },
  {
    name: 'chat-moderation',
    path: '/chat',
    prepare: (s) => showChat(s, 40),
    after: async (page) => {
      await page.locator(first).first().waitFor()
      await page
        .getByRole('button', { name: /^(Mute .* here|.* をここではミュート)$/ })
        .first()
        .press('Enter')
      await page.getByRole('button', { name: /^(1 muted|ミュート 1 件)$/ }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
]
