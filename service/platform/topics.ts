import type { NotificationMap } from '../contract/worker-protocol.ts'

/** What hears notifications: one function for each name. */
export type Listeners<Told extends NotificationMap<Told>> = {
  [Name in keyof Told]: (body: Told[Name]) => void
}

/** Notifications by name: who wants some says so once, and gets them as they were told, in that order. */
export class Topics<Told extends NotificationMap<Told>> {
  /** Hears the other side of a link. A name is there once somebody listens to it. */
  readonly listeners: Partial<Listeners<Told>> = {}

  /** Listens until the end, after those who listen already. */
  on(listeners: Partial<Listeners<Told>>): void {
    for (const name of Object.keys(listeners) as (keyof Told)[]) this.#add(name, listeners[name])
  }

  tell<Name extends keyof Told>(name: Name, body: Told[Name]): void {
    this.listeners[name]?.(body)
  }

  #add<Name extends keyof Told>(name: Name, listener: ((body: Told[Name]) => void) | undefined): void {
    const earlier = this.listeners[name]
    this.listeners[name] = (body) => {
      earlier?.(body)
      listener?.(body)
    }
  }
}
