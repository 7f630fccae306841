/** The clock of a service that runs with `--emulator`. Media stays in real time. */
import { emulatorClockApi } from '../contract/console/emulator/clock.ts'
import type { ClockMoved, ClockState, Firing } from '../contract/console/emulator/clock.ts'
import type { ConsoleClient } from '../entry/console-client.ts'

export type { ClockState, Firing }

/** What moving it brought about, in order. */
export interface Fired extends Omit<ClockMoved, 'firings'> {
  readonly firings: readonly Firing[]
}

/**
 * Durations are texts: `24h`, `90m`, `20s`, `1h30m`, `PT24H`. Instants are a Date or ISO 8601 with a time zone.
 * What is refused is thrown with the service's own sentence.
 */
export interface KitClock {
  state(): Promise<ClockState>
  /** Stops it, now or at a later instant: what lies between fires first. */
  freeze(at?: Date | string): Promise<Fired>
  /** Moves it forward; resolves when all that lies between has fired and is done. */
  advance(duration: string): Promise<Fired>
  /** Moves it forward to an instant. */
  set(at: Date | string): Promise<Fired>
  /** @param rate how many times as fast as real time */
  run(rate: number): Promise<ClockState>
  /** It goes as real time does: back to it where it is behind, else on from where it is. */
  release(): Promise<ClockState>
  /** Ends what moves it, where it is by now. */
  stop(): Promise<ClockState>
}

type Client = Pick<ConsoleClient, 'call'>

/** Firings of one move that are read at most. */
const MOST_READ = 200_000

export function kitClock(client: Client): KitClock {
  const api = emulatorClockApi
  const text = (at: Date | string) => (typeof at === 'string' ? at : at.toISOString())
  /** The service answers the first of them; the rest is asked for. */
  const whole = async ({ firings, ...moved }: ClockMoved): Promise<Fired> => {
    const all = [...firings]
    while (all.length < Math.min(moved.move.total, MOST_READ)) {
      const more = await client.call(api.firings, { query: { after: all.length } })
      if (more.firings.length === 0) break
      all.push(...more.firings)
    }
    return { ...moved, firings: all }
  }
  return {
    state: () => client.call(api.state),
    freeze: async (at) =>
      whole(await client.call(api.freeze, { body: at === undefined ? {} : { at: text(at) } })),
    advance: async (duration) => whole(await client.call(api.advance, { body: { duration } })),
    set: async (at) => whole(await client.call(api.set, { body: { at: text(at) } })),
    run: (rate) => client.call(api.run, { body: { rate } }),
    release: () => client.call(api.release, { body: {} }),
    stop: () => client.call(api.stop, { body: {} }),
  }
}
