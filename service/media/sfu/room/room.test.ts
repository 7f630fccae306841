import { expect, it } from 'vitest'
import { ForwardingRoom } from '../../../../test/support/webrtc/forwarding.ts'
import type { FilterRule } from '../../../contract/forwarding-filters.ts'
import type { ChannelId, ConnectionId } from '../../../contract/ids.ts'
import type { TrackFilter } from '../../../contract/sfu-worker.ts'
import type { WantedRid } from '../../../contract/signaling.ts'
import type { Consumer } from '../forwarding/consumer.ts'
import type { Member } from './member.ts'
import { Room } from './room.ts'

const SENDER = 'sender' as ConnectionId
const nothing = () => undefined

/** A sender with three layers, and a receiver that asked for one of them when it connected. */
function setUp(wanted: WantedRid | null, filters: readonly TrackFilter[] = []) {
  const forwarding = new ForwardingRoom()
  const producers = forwarding.sender({ codec: 'VP8', rids: ['r0', 'r1', 'r2'] }, false).media.producers
  const received = new Map<unknown, Consumer>()
  const member = (connectionId: string, more: object) => {
    const shared = {
      connectionId,
      clientId: 'camera',
      bundleId: connectionId,
      opened: { wanted, spotlight: null, filters },
    }
    return { ...shared, producers: [], consumers: [], add: () => false, ...more } as object as Member
  }
  const sender = member(SENDER, { producers, isOpen: true })
  const receiver = member('receiver', {
    add: (producer: (typeof producers)[number]) => {
      for (const consumer of forwarding.receiver(producer).consumers) received.set(producer, consumer)
      return true
    },
    consumerOf: (producer: unknown) => received.get(producer) ?? null,
  })
  Object.defineProperty(receiver, 'consumers', { get: () => [...received.values()] })
  const listener = { changed: nothing, focused: nothing, unfocused: nothing, parted: nothing }
  const room = new Room('C' as ChannelId, listener, () => forwarding.now)
  room.join(sender)
  room.join(receiver)
  const request = (of: ConnectionId | null, rid: WantedRid | null) => {
    room.requestLayer(receiver, of, rid)
    return receiver.consumers[0]?.wish
  }
  return { first: receiver.consumers[0]?.wish, request, room, receiver }
}

it.each([['r0'], ['none'], [null]] as const)(
  'what was requested for all gives way to what the receiver itself asked for: %s',
  (wanted) => {
    const { first, request } = setUp(wanted)
    expect(first).toBe(wanted)
    expect(request(null, 'r1')).toBe('r1')
    expect(request(SENDER, 'r2')).toBe('r2')
    expect(request(SENDER, null)).toBe('r1')
    expect(request(SENDER, 'r2')).toBe('r2')
    expect(request(null, null)).toBe(wanted)
  },
)

it.each([
  ['camera', 'none', 'none'],
  ['screen', null, 'r1'],
])('what the filter of a receiver blocks, of client %s, no request lets through', (client, first, then) => {
  const rule: FilterRule = { field: 'client_id', operator: 'is_in', values: [client] }
  const test = setUp(null, [{ action: 'block', rules: [[rule]] }])
  expect(test.first).toBe(first)
  expect(test.request(SENDER, 'r1')).toBe(then)
  test.room.pause(test.receiver, SENDER, true)
  test.room.pause(test.receiver, SENDER, false)
  expect(test.receiver.consumers[0]?.wish).toBe(then)
})
