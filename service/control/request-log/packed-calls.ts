/**
 * Calls on their way to another thread. To copy objects there takes as long as to write them into the database; texts
 * and two arrays of numbers take a tenth. Who polls asks and is answered the same again and again: what a call has as
 * the one before it goes once.
 */
import type { SystemId } from '../../contract/ids.ts'
import type { KeptCall } from './request-log-store.ts'

export interface PackedCalls {
  readonly texts: readonly string[]
  /** Which of the texts each text of each call is; -1 for none. */
  readonly places: Int32Array
  readonly numbers: Float64Array
}

const TEXTS_OF_A_CALL = 8
const NUMBERS_OF_A_CALL = 5

export function packCalls(calls: readonly KeptCall[]): PackedCalls {
  const texts: string[] = []
  const places = new Int32Array(calls.length * TEXTS_OF_A_CALL)
  const numbers = new Float64Array(calls.length * NUMBERS_OF_A_CALL)
  let [text, number] = [0, 0]
  const addText = (value: string | null) => {
    const before = places[text - TEXTS_OF_A_CALL] ?? -1
    if (value === null) places[text] = -1
    else if (before >= 0 && texts[before] === value) places[text] = before
    else places[text] = texts.push(value) - 1
    text++
  }
  const addNumber = (value: number) => void (numbers[number++] = value)
  for (const call of calls) {
    addText(call.api)
    addText(call.operation)
    addText(call.systemId)
    addText(call.caller)
    addText(call.remoteAddress)
    addText(call.unknownMembers.length === 0 ? null : JSON.stringify(call.unknownMembers))
    addText(call.request?.text ?? null)
    addText(call.response.text)
    addNumber(call.at)
    addNumber(call.status)
    addNumber(call.durationMs)
    addNumber(Number(call.request?.cut ?? false))
    addNumber(Number(call.response.cut))
  }
  return { texts, places, numbers }
}

export function unpackCalls({ texts, places, numbers }: PackedCalls): KeptCall[] {
  let [text, number] = [0, 0]
  const nextText = (): string | null => texts[places[text++] ?? -1] ?? null
  const nextNumber = () => numbers[number++] ?? 0
  return Array.from({ length: places.length / TEXTS_OF_A_CALL }, () => {
    const api = nextText() as KeptCall['api']
    const operation = nextText() ?? ''
    const systemId = nextText() as SystemId | null
    const caller = nextText()
    const remoteAddress = nextText() ?? ''
    const members = nextText()
    const [request, response] = [nextText(), nextText() ?? '']
    const [calledAt, status, durationMs] = [nextNumber(), nextNumber(), nextNumber()]
    const [requestCut, responseCut] = [nextNumber() === 1, nextNumber() === 1]
    return {
      ...{ api, operation, systemId, caller, remoteAddress, at: calledAt, status, durationMs },
      unknownMembers: members === null ? [] : (JSON.parse(members) as string[]),
      request: request === null ? null : { text: request, cut: requestCut },
      response: { text: response, cut: responseCut },
    }
  })
}
