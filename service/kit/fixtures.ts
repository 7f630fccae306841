/** What the fixtures of every test runner have in common. */
import type { Airdesk, StartOptions } from './airdesk.ts'
import type { System } from './system.ts'
import { workerService } from './worker-service.ts'

export interface WorkerFixtures {
  /** One service for all tests of a worker; where `airdesk exec` runs them, a system of its own in that service. */
  readonly airdesk: Airdesk
}

export interface TestFixtures {
  /** A system that this test has for itself, so that tests run side by side. */
  readonly system: System
}

/** @param options how a service is started for this worker alone; without any, it may be that of `airdesk exec` */
export async function lendService(
  options: StartOptions,
  use: (airdesk: Airdesk) => Promise<void>,
): Promise<void> {
  await using airdesk = await workerService(options)
  await use(airdesk)
}

export async function lendSystem(airdesk: Airdesk, use: (system: System) => Promise<void>): Promise<void> {
  await using system = await airdesk.system()
  await use(system)
}
