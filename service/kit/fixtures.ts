/** What the fixtures of every test runner have in common. */
import type { Airdesk, StartOptions } from './airdesk.ts'
import type { System } from './system.ts'

export interface WorkerFixtures {
  /** One service for all tests of a worker. */
  readonly airdesk: Airdesk
}

export interface TestFixtures {
  /** A system that this test has for itself, so that tests run side by side. */
  readonly system: System
}

/** Starts the service, lends it and ends it. @param start how */
export async function lendService(
  start: (options: StartOptions) => Promise<Airdesk>,
  options: StartOptions,
  use: (airdesk: Airdesk) => Promise<void>,
): Promise<void> {
  await using airdesk = await start(options)
  await use(airdesk)
}

export async function lendSystem(airdesk: Airdesk, use: (system: System) => Promise<void>): Promise<void> {
  await using system = await airdesk.system()
  await use(system)
}
