import type { ScriptedAnswer } from '../../contract/console/catchers.ts'

export interface AnswerOnWire {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

const JSON_TYPE = 'application/json'
const TEXT_TYPE = 'text/plain; charset=utf-8'

/**
 * What a script says to a request.
 * @param asked the request's body as JSON; undefined where it is none
 */
export function answerTo(answer: ScriptedAnswer, asked: unknown): AnswerOnWire {
  if (answer.kind === 'custom') {
    const { status, body } = answer
    return { status, contentType: isJson(body) ? JSON_TYPE : TEXT_TYPE, body }
  }
  const allowed = answer.kind === 'allow'
  const verdict = memberOf(asked, 'label') === 'Service SFU' ? { allowed } : { allow: allowed }
  const reason = answer.kind === 'refuse' && answer.reason !== '' ? { reason: answer.reason } : {}
  return { status: 200, contentType: JSON_TYPE, body: JSON.stringify({ ...verdict, ...reason }) }
}

/** A text member of a JSON object; null for everything else. */
export function memberOf(json: unknown, name: string): string | null {
  if (typeof json !== 'object' || json === null) return null
  const value = (json as Record<string, unknown>)[name]
  return typeof value === 'string' ? value : null
}

/** Undefined for what is no JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isJson = (text: string) => parseJson(text) !== undefined
