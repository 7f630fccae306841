import { Notification } from 'electron'
import type { ConsolePath, NoticeSwitches } from '../service/contract/desktop-bridge.ts'
import type { ServiceStatus } from '../service/contract/host-protocol.ts'
import { isWanted, NOTHING_SEEN, noticesOf, type Notice } from './notices.ts'
import type { Texts } from './texts.ts'

export interface NotifierParts {
  readonly switches: () => NoticeSwitches
  readonly texts: () => Texts
  /** Where the operator is looking; null when elsewhere. */
  readonly focusedRoute: () => string | null
  readonly go: (path: ConsolePath) => void
}

/** Shows the system's notices of what an operator would miss. */
export class Notifier {
  readonly #parts: NotifierParts
  /** Kept until they are gone, so that a late click still leads somewhere. */
  readonly #shown = new Set<Notification>()
  #seen = NOTHING_SEEN

  constructor(parts: NotifierParts) {
    this.#parts = parts
  }

  /** Called with each status, and now and then with the last: a start comes closer by itself. */
  tell(status: ServiceStatus): void {
    const { switches, texts, focusedRoute } = this.#parts
    const { seen, notices } = noticesOf(this.#seen, status, Date.now(), texts())
    this.#seen = seen
    const route = focusedRoute()
    const wanted = notices.filter((notice) => isWanted(notice, switches(), status.onAir.length > 0, route))
    for (const notice of wanted) this.#show(notice)
  }

  #show({ title, body, path }: Notice): void {
    const notification = new Notification({ title, body })
    this.#shown.add(notification)
    notification.on('click', () => {
      this.#shown.delete(notification)
      this.#parts.go(path)
    })
    notification.on('close', () => this.#shown.delete(notification))
    notification.show()
  }
}
