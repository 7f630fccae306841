import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { SystemId } from '../../contract/ids.ts'
import { packCalls, unpackCalls } from './packed-calls.ts'
import type { KeptCall } from './request-log-store.ts'

const body = fc.record({ text: fc.string({ unit: 'binary' }), cut: fc.boolean() })
const call: fc.Arbitrary<KeptCall> = fc.record({
  at: fc.integer({ min: 0 }),
  api: fc.constantFrom('option', 'live'),
  operation: fc.string(),
  systemId: fc.option(fc.string().map((id) => id as SystemId)),
  caller: fc.option(fc.string()),
  remoteAddress: fc.string(),
  status: fc.integer({ min: 100, max: 599 }),
  durationMs: fc.double({ min: 0, noNaN: true }),
  unknownMembers: fc.array(fc.string(), { maxLength: 3 }),
  request: fc.option(body),
  response: body,
})

it('calls come out as they went in, whatever they hold', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 5 }), (calls) => {
      expect(unpackCalls(structuredClone(packCalls(calls)))).toEqual(calls)
    }),
  )
})

it('what a call has as the one before it goes once', () => {
  fc.assert(
    fc.property(call, call, (one, other) => {
      const calls = [one, one, other, other, one]
      expect(unpackCalls(structuredClone(packCalls(calls)))).toEqual(calls)
      expect(packCalls([one, one, one]).texts).toEqual(packCalls([one]).texts)
    }),
  )
})
