import type { emulatorClockApi } from '../../../../../contract/console/emulator/clock.ts'
import { parseDuration, parseInstant } from '../../../../../contract/console/emulator/time-text.ts'
import type { ConsoleParts } from '../../console-parts.ts'
import type { Handlers } from '../../handlers.ts'
import { started } from './started.ts'

export function emulatorClockRoutes({
  emulator,
}: Pick<ConsoleParts, 'emulator'>): Handlers<typeof emulatorClockApi> {
  const clock = () => started(emulator).clock
  // The schemas of the routes have let through nothing else.
  const instant = (text: string) => parseInstant(text) ?? 0
  return {
    state: () => clock().state(),
    freeze: ({ body: { at } }) => clock().freeze(at === undefined ? undefined : instant(at)),
    advance: ({ body: { duration } }) => clock().advance(parseDuration(duration) ?? 0),
    set: ({ body: { at } }) => clock().set(instant(at)),
    run: ({ body: { rate } }) => clock().run(rate),
    release: () => clock().release(),
    stop: () => clock().stop(),
    firings: ({ query: { after } }) => clock().firings(after),
  }
}
