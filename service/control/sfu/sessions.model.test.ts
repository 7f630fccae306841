import fc from 'fast-check'
import { expect, it } from 'vitest'
import { addSystem, addWebrtcChannel } from '../../../test/support/channel-rows.ts'
import { openTestDatabase } from '../../../test/support/database.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import { FakePeer, SessionsUnderTest, connectOf, turn } from '../../../test/support/sfu-sessions.ts'
import type { ConnectionId } from '../../contract/ids.ts'
import type { ServerMessage } from '../../contract/signaling.ts'
import { createLogger } from '../../platform/logger.ts'
import type { SignalingClient } from './signaling-admission.ts'

const ROLES = ['sendrecv', 'sendonly', 'recvonly'] as const

/** A browser that answers when the test lets it, and notes what must not be true of what it is sent. */
class Browser extends FakePeer {
  readonly role: (typeof ROLES)[number]
  client: SignalingClient | null = null
  id: ConnectionId | null = null
  #unanswered: 'answer' | 're-answer' | null = null
  /** Whose media it was ever offered, and whose it is offered now. */
  readonly #everOffered = new Set<string>()
  #offered: readonly string[] = []
  readonly #created = new Set<string>()
  hasLeft = false
  readonly faults: string[] = []

  constructor(role: (typeof ROLES)[number]) {
    super()
    this.role = role
  }

  override send(message: ServerMessage): void {
    if (this.closed || this.hasLeft) return
    super.send(message)
    if (message.type === 'offer' || message.type === 're-offer') {
      if (this.#unanswered) this.faults.push('an offer before the answer to the last one')
      this.#unanswered = message.type === 'offer' ? 'answer' : 're-answer'
      if (message.type === 'offer') this.id = message.connection_id
      this.#offered = JSON.parse(message.sdp) as string[]
      for (const id of this.#offered) {
        // Who is told of a connection has been offered its media before.
        if (this.#created.has(id) && !this.#everOffered.has(id)) this.faults.push('media after words')
        this.#everOffered.add(id)
      }
    }
    if (message.type !== 'notify') return
    const { event_type, connection_id } = message
    if (event_type === 'connection.created') {
      if (this.#created.has(connection_id)) this.faults.push('created twice')
      this.#created.add(connection_id)
      const present = message.data?.map((one) => one.connection_id) ?? []
      for (const id of present) this.#created.add(id)
    }
    if (event_type === 'connection.destroyed') {
      if (!this.#created.has(connection_id)) this.faults.push('the end of one that it does not know')
      if (this.#offered.includes(connection_id)) this.faults.push('media of one that has ended')
    }
  }

  answer(): boolean {
    const kind = this.#unanswered
    if (kind === null || !this.client) return false
    this.#unanswered = null
    if (kind === 'answer') this.client.answered('answer')
    else this.client.reAnswered('answer', 're-answer')
    return true
  }

  get isSettled(): boolean {
    return this.#unanswered === null
  }

  /** Those it was told of that it was not told the end of. */
  knows(): string[] {
    const gone = this.of('notify').filter((one) => one.event_type === 'connection.destroyed')
    const ids = new Set(gone.map((one) => one.connection_id as string))
    return [...this.#created].filter((id) => !ids.has(id)).sort()
  }

  media(): string[] {
    return [...this.#offered].sort()
  }
}

const command = fc.oneof(
  fc.record({ do: fc.constant('join' as const), role: fc.constantFrom(...ROLES) }),
  fc.record({ do: fc.constantFrom('answer', 'open', 'leave', 'changed', 'disconnect'), of: fc.nat(7) }),
  fc.record({ do: fc.constant('sfu' as const) }),
  // A whole way in, so that many are there to be told.
  fc.record({ do: fc.constant('enter' as const), role: fc.constantFrom(...ROLES) }),
)

it('whatever comes in whatever order: one offer at a time, media before words, right counts', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(command, { maxLength: 60 }), async (commands) => {
      const db = openTestDatabase()
      const system = addSystem(db)
      const { channelId } = addWebrtcChannel(db, system, { event_webhook_url: 'http://127.0.0.1:9/' })
      const test = new SessionsUnderTest(db, new ManualClock(), createLogger('silent'))
      const { sessions, sfu } = test
      sfu.isHeld = true
      const browsers: Browser[] = []
      const join = (role: (typeof ROLES)[number]) => {
        const browser = new Browser(role)
        browsers.push(browser)
        sessions.connect(connectOf(channelId, { role }), browser).then(
          (client) => {
            browser.client = client
            if (browser.hasLeft) client.left(null)
          },
          () => undefined,
        )
      }
      const leave = (browser: Browser) => {
        browser.hasLeft = true
        browser.client?.left('NO-ERROR')
      }
      for (const one of commands) {
        const browser = 'of' in one ? browsers[one.of % Math.max(1, browsers.length)] : undefined
        if (one.do === 'enter') {
          join((one as { role: (typeof ROLES)[number] }).role)
          const entering = browsers.at(-1)
          await turn()
          while (sfu.handleNext()) await turn()
          entering?.answer()
          await turn()
          while (sfu.handleNext()) await turn()
          if (entering?.id) sfu.open(entering.id)
        } else if (one.do === 'join') join((one as { role: (typeof ROLES)[number] }).role)
        else if (one.do === 'sfu') sfu.handleNext()
        else if (browser && one.do === 'answer') browser.answer()
        else if (browser?.id && one.do === 'changed')
          sfu.topics.tell('connection.changed', { connectionId: browser.id })
        else if (browser?.id && one.do === 'open') sfu.open(browser.id)
        else if (browser && one.do === 'leave') leave(browser)
        else if (browser && one.do === 'disconnect') {
          const found = sessions.connections(channelId).find((c) => c.listed.connection_id === browser.id)
          void found?.disconnect(undefined)
        }
        await turn()
      }
      sfu.release()
      const answerAll = () =>
        browsers.map((browser) => !browser.hasLeft && !browser.closed && browser.answer())
      do await turn()
      while (answerAll().includes(true))

      expect(browsers.flatMap(({ faults }) => faults)).toEqual([])
      const open = sessions.view(channelId).connections.map((one) => one.connectionId as string)
      const present = browsers.filter((browser) => browser.id !== null && open.includes(browser.id))
      expect(present).toHaveLength(open.length)
      for (const browser of present) {
        expect(browser.isSettled).toBe(true)
        expect(browser.knows()).toEqual([...open].sort())
        const senders = present.filter(({ id, role }) => id !== browser.id && role !== 'recvonly')
        expect(browser.media()).toEqual(senders.map(({ id }) => id ?? '').sort())
      }
      expectRightCounts(test)
      await sessions.close()
      expect(test.rows().filter((row) => row['ended_at'] === null)).toEqual([])
      expectRightCounts(test)
      db.close()
    }),
    { numRuns: 150 },
  )
})

/** The counts of each event are those that its predecessors make. */
function expectRightCounts(test: SessionsUnderTest): void {
  const open = new Map<string, string>()
  for (const event of test.events()) {
    if (event.type === 'connection.created') open.set(event.connection_id, event.role)
    if (event.type === 'connection.destroyed') expect(open.delete(event.connection_id)).toBe(true)
    if (!('data' in event)) continue
    const of = (role: string) => [...open.values()].filter((one) => one === role).length
    expect(event.data).toMatchObject({
      channel_connections: open.size,
      channel_sendrecv_connections: of('sendrecv'),
      channel_sendonly_connections: of('sendonly'),
      channel_recvonly_connections: of('recvonly'),
    })
  }
}
