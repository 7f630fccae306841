import type { Page } from '@playwright/test'
import type { UpdateView } from '../../service/contract/desktop-bridge.ts'
import type { StandIn } from '../support/console-stand-in.ts'

/** A room of the console in a state that is shown on a picture and checked for accessibility. */
export interface Scene {
  readonly name: string
  /** Address below `#`. */
  readonly path: string
  /** What the desktop says of new versions; without it the scene is in a browser. */
  readonly updates?: UpdateView
  prepare(standIn: StandIn): void
  after?(page: Page, standIn: StandIn): Promise<void>
}
