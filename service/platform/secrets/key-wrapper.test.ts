import { expect, test } from 'vitest'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { HostToService, ServiceToHost } from '../../contract/host-protocol.ts'
import { KeyStoreError, relayKeyWrapper } from './key-wrapper.ts'

function setUp() {
  const clock = new ManualClock()
  const posted: ServiceToHost[] = []
  let tell: (message: HostToService) => void = () => undefined
  const wrapper = relayKeyWrapper(
    { post: (message) => posted.push(message), onMessage: (listener) => (tell = listener) },
    clock,
  )
  return { clock, posted, wrapper, tell: (message: HostToService) => tell(message) }
}
const KEY = Uint8Array.of(1, 2, 255)

test('each answer finds its question', async () => {
  const { posted, wrapper, tell } = setUp()
  const wrapping = wrapper.wrap(KEY)
  const unwrapping = wrapper.unwrap('sealed')
  expect(posted).toEqual([
    { kind: 'secret.wrap', request: 1, plain: 'AQL/' },
    { kind: 'secret.unwrap', request: 2, wrapped: 'sealed' },
  ])
  tell({ kind: 'secret.done', request: 2, value: 'AQL/' })
  tell({ kind: 'secret.done', request: 1, value: 'wrapped' })
  tell({ kind: 'secret.done', request: 3, value: 'to no question' })
  expect([await wrapping, Uint8Array.from(await unwrapping)]).toEqual(['wrapped', KEY])
})

test('a refusal is told in the store’s words', async () => {
  const { wrapper, tell } = setUp()
  const wrapping = wrapper.wrap(KEY)
  tell({ kind: 'secret.failed', request: 1, text: 'The store is shut.' })
  await expect(wrapping).rejects.toThrow(new KeyStoreError('The store is shut.'))
})

test('a store that is silent is not waited for, and its late answer hurts nobody', async () => {
  const { clock, wrapper, tell } = setUp()
  const unwrapping = wrapper.unwrap('sealed')
  clock.advance(20_000)
  await expect(unwrapping).rejects.toThrow('did not answer within 20 s')
  tell({ kind: 'secret.done', request: 1, value: 'AQL/' })
})
