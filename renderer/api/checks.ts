/** Whether the engine says what its schemas promise. Loaded where that is checked only: to make them takes time. */
import { z } from 'zod'
import { consoleMessage } from '../../service/contract/console/events.ts'
import { CONSOLE_ROUTES } from '../../service/contract/console/index.ts'
import { nameOf } from '../../service/contract/console/route.ts'
import type { Route } from '../../service/contract/console/route.ts'
import * as live from '../../service/contract/live-api.ts'

/** What the operations of the live API answer that the console calls. */
export const LIVE_ANSWERS = {
  'Service_20250901.CreateRTMPChannel': live.createRtmpChannelResponse,
  'Service_20200316.CreateMultistreamChannelWithHLS': live.createMultistreamChannelResponse,
  'Service_20200316.CreateMultistreamChannel': live.createMultistreamChannelResponse,
  'Service_20180501.DeleteChannel': live.emptyResponse,
  'Service_20190205.CreateArchiveDestination': live.createArchiveDestinationResponse,
  'Service_20190205.DeleteArchiveDestination': live.emptyResponse,
} as const satisfies Readonly<Record<string, z.ZodType>>

const ANSWERS = new Map(
  CONSOLE_ROUTES.flatMap((route) => ('answer' in route ? [[nameOf(route), route.answer] as const] : [])),
)

/** @throws Error where the answer of a route breaks its schema */
export function checkAnswer(route: Pick<Route, 'method' | 'path'>, answer: unknown): void {
  const schema = ANSWERS.get(nameOf(route))
  if (schema) check(nameOf(route), schema, answer)
}

/** @throws Error where the answer of an operation of the live API breaks its schema */
export const checkLive = (target: keyof typeof LIVE_ANSWERS, answer: unknown): void =>
  check(target, LIVE_ANSWERS[target], answer)

/** @throws Error where a message of the event stream breaks its schema */
export const checkMessage = (message: unknown): void => check('event', consoleMessage, message)

function check(name: string, schema: z.ZodType, value: unknown): void {
  const { error } = schema.safeParse(value)
  if (error) throw new Error(`${name}: ${z.prettifyError(error)}`)
}
