import type { Page } from '@playwright/test'
import type { StandIn } from '../support/console-stand-in.ts'

/** A room of the console in a state that is shown on a picture and checked for accessibility. */
export interface Scene {
  readonly name: string
  /** Address below `#`. */
  readonly path: string
  prepare(standIn: StandIn): void
  after?(page: Page, standIn: StandIn): Promise<void>
}
