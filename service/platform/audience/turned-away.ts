import type { TurnedAway } from '../../contract/worker-protocol.ts'

/** Told in one report; who comes when there are so many already is not told of. */
const MOST = 50
const LONGEST_NAME = 120

/** Players that were not let in since the last report, each once however often it asked. */
export class TurnedAwayPlayers {
  #players = new Map<string, TurnedAway>()

  add(one: TurnedAway): void {
    const player = one.player.slice(0, LONGEST_NAME)
    const known = JSON.stringify([one.channelId, one.subject, one.why, one.remoteAddress, player])
    if (this.#players.size < MOST) this.#players.set(known, { ...one, player })
  }

  take(): TurnedAway[] {
    const taken = [...this.#players.values()]
    this.#players.clear()
    return taken
  }
}
