import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { packed, someCall } from '../../../test/support/request-log.ts'
import type { SystemId } from '../../contract/ids.ts'
import type { Call } from './call.ts'
import { keptText } from './masking.ts'
import { CALL_COLUMNS, CallPack, eachRun } from './packed-calls.ts'
import type { PackedCalls } from './packed-calls.ts'

const text = fc.string({ unit: 'binary' })
const call: fc.Arbitrary<Call> = fc.record({
  at: fc.integer({ min: 0 }),
  api: fc.constantFrom('option', 'live'),
  operation: fc.string(),
  systemId: fc.option(fc.string().map((id) => id as SystemId)),
  caller: fc.option(fc.string()),
  remoteAddress: fc.string(),
  status: fc.integer({ min: 100, max: 599 }),
  durationMs: fc.double({ min: 0, noNaN: true }),
  unknownMembers: fc.array(fc.string(), { maxLength: 3 }),
  request: fc.option(fc.dictionary(fc.constantFrom('a', 'token'), text), { nil: undefined }),
  response: fc.oneof(
    fc.constantFrom('{}', '{"token":"x"}'),
    text.map((one) => JSON.stringify(one)),
  ),
})

/** What the columns of each call have, also after a way to another thread. */
function rowsOf(calls: PackedCalls): object[] {
  const rows: object[] = []
  eachRun(structuredClone(calls), (values, times) => {
    const common = Object.fromEntries(CALL_COLUMNS.map((column, i) => [column, values[i]]))
    for (const [at, duration_ms] of times) rows.push({ ...common, at, duration_ms })
  })
  return rows
}

function rowOf({ request, response, unknownMembers, ...call }: Call): object {
  const most = call.systemId === null ? 2048 : 16 * 1024
  const [asked, answered] = [
    request === undefined ? null : keptText(JSON.stringify(request), most),
    keptText(response, most),
  ]
  return {
    ...{ api: call.api, operation: call.operation, system_id: call.systemId, caller: call.caller },
    ...{ remote_address: call.remoteAddress, at: call.at, status: call.status, duration_ms: call.durationMs },
    unknown_members: unknownMembers.length === 0 ? null : JSON.stringify(unknownMembers),
    ...{ request: asked?.text ?? null, request_cut: Number(asked?.cut ?? false) },
    ...{ response: answered.text, response_cut: Number(answered.cut) },
  }
}

it('calls come out as they went in, masked, whatever they hold', () => {
  fc.assert(
    fc.property(fc.array(call, { maxLength: 5 }), (calls) => {
      expect(rowsOf(packed(...calls))).toEqual(calls.map(rowOf))
    }),
  )
})

describe('what a call has as the one before it', () => {
  it('is there once', () => {
    fc.assert(
      fc.property(call, call, (one, other) => {
        const calls = [one, { ...one, at: 5, durationMs: 0.1 }, other, other, one]
        expect(rowsOf(packed(...calls))).toEqual(calls.map(rowOf))
        expect(packed(one, one, one).texts).toEqual(packed(one).texts)
      }),
    )
  })

  it('is cut for callers who are not known, and not for others', () => {
    const response = JSON.stringify('x'.repeat(10_000))
    const [known, unknown] = [someCall({ response }), someCall({ response, systemId: null })]
    for (const calls of [
      [known, unknown, known],
      [unknown, known, unknown],
    ]) {
      expect(rowsOf(packed(...calls))).toEqual(calls.map(rowOf))
    }
  })
})

it('calls that could not be handed over are handed over again as they were', () => {
  const pack = new CallPack()
  pack.add(someCall({ response: `{"url":"https://a.test/${'x'.repeat(20_000)}","token":"y"}` }))
  expect(rowsOf(pack.packed())).toEqual(rowsOf(pack.packed()))
  expect(() => pack.add(someCall())).toThrow('masked')
  expect([pack.count, pack.unknown, pack.bytesOnDisk]).toEqual([1, 0, 2 + 16 * 1024])
})
