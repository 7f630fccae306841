import type { z } from 'zod'
import { connectMessage, laterMessage } from '../../../contract/signaling.ts'
import type { ConnectMessage, LaterMessage, SignalingClose } from '../../../contract/signaling.ts'
import type { SignalingFailure } from '../../sfu/signaling-admission.ts'
import { withoutNulls } from '../../json/null-members.ts'
import { parseJsonObject } from '../../json/strict-json.ts'
import type { JsonObject } from '../../json/strict-json.ts'
import { issueWords, memberPath } from '../../../contract/refusal/carried.ts'
import { Refusal } from '../../../contract/refusal/refusal.ts'
import { failure } from './close-reason.ts'

export type ClientMessage = ConnectMessage | LaterMessage

/** A frame that signaling can't go on from; the WebSocket is closed as said. */
export class SignalingFault extends Error {
  override readonly name = 'SignalingFault'
  readonly reason: Exclude<SignalingFailure, 'PONG-TIMEOUT'>
  readonly close: SignalingClose

  constructor(reason: SignalingFault['reason'], detail = '') {
    const close = failure(reason, detail)
    super(close.reason)
    this.reason = reason
    this.close = close
  }
}

const LATER: ReadonlySet<unknown> = new Set(laterMessage.options.map(({ shape }) => shape.type.value))

/**
 * Reads one frame.
 * @returns null for a message of a type that is not known, which is ignored
 * @throws SignalingFault INVALID-JSON, also for binary frames and members named twice; INVALID-MESSAGE with
 *   the first wrong member and its rule
 */
export function readMessage(frame: Uint8Array, isBinary: boolean): ClientMessage | null {
  if (isBinary) throw new SignalingFault('INVALID-JSON')
  const message = parse(frame)
  if (typeof message['type'] !== 'string') throw invalid('type: must be a string')
  if (message['type'] === 'connect') return check(connectMessage, message)
  return LATER.has(message['type']) ? check(laterMessage, message) : null
}

function parse(frame: Uint8Array): JsonObject {
  try {
    return parseJsonObject(frame)
  } catch (error) {
    if (error instanceof Refusal) throw new SignalingFault('INVALID-JSON')
    throw error
  }
}

function check<Schema extends z.ZodType>(schema: Schema, message: JsonObject): z.output<Schema> {
  const result = schema.safeParse(withoutNulls(schema, message), { reportInput: true })
  if (result.success) return result.data
  const [issue] = result.error.issues
  throw invalid(issue ? describe(issue) : '')
}

/** @param detail names members and rules; never a value, which may be secret */
export function invalid(detail: string): SignalingFault {
  return new SignalingFault('INVALID-MESSAGE', detail)
}

type Issue = z.core.$ZodIssue

/** `audio.bit_rate: …`: within the alternatives of a member, of the one that was meant. */
function describe(issue: Issue, above: readonly PropertyKey[] = []): string {
  const path = [...above, ...issue.path]
  const meant = issue.code === 'invalid_union' && issue.errors.flat().find((inner) => inner.path.length > 0)
  return meant ? describe(meant, path) : `${memberPath(path)}: ${ruleOf(issue)}`
}

/** As JSON names it. */
const typeName = (expected: string) => (expected === 'record' ? 'object' : expected)

function ruleOf(issue: Issue): string {
  if (issue.code === 'invalid_union') return issue.errors.flat().map(ruleOf).join(', or ')
  if (issue.input === undefined) return 'is required'
  if (issue.code === 'invalid_type') return `must be of type ${typeName(issue.expected)}`
  if (issue.code !== 'invalid_value') return issueWords(issue)
  return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.join(', ')}`
}
