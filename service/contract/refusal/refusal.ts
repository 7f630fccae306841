import { LIVE_ERRORS, OPTION_ERRORS } from '../errors.ts'
import { REFUSALS } from './refusals.ts'
import type { RefusalCode, RefusalSpec, RefusalValues } from './refusals.ts'
import { wordsOf } from './rules.ts'
import type { NoValues, Problem } from './rules.ts'

/** A refusal without its words: what crosses process links, and what the console is answered. */
export type RefusalData = {
  [Code in RefusalCode]: {
    readonly code: Code
    readonly values: RefusalValues<Code>
    /** Of a request whose members break rules; else empty. */
    readonly problems: readonly Problem[]
  }
}[RefusalCode]

/** What the service refuses, by the table. Each listener answers it in its own form; see `refusal`. */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly data: RefusalData

  /** @param options the error that it came of, for logs */
  constructor(data: RefusalData, options?: ErrorOptions) {
    const problems = data.problems.map((broken) => `${broken.path} ${wordsOf(broken)}`)
    super(problems.length > 0 ? `${data.code}: ${problems.join('; ')}` : sentenceOf(data), options)
    this.data = data
  }

  get code(): RefusalCode {
    return this.data.code
  }

  get problems(): readonly Problem[] {
    return this.data.problems
  }
}

interface Reasons extends ErrorOptions {
  readonly problems?: readonly Problem[]
}
type Given<Code extends RefusalCode> =
  RefusalValues<Code> extends NoValues
    ? [values?: NoValues, reasons?: Reasons]
    : [values: RefusalValues<Code>, reasons?: Reasons]

/** A refusal of the table. */
export function refusal<Code extends RefusalCode>(code: Code, ...[values, reasons]: Given<Code>): Refusal {
  const { problems = [], ...options } = reasons ?? {}
  return new Refusal({ code, values: values ?? {}, problems } as RefusalData, options)
}

/** A request with members that break their rules. */
export function badRequest(...problems: readonly Problem[]): Refusal {
  return refusal('BAD_REQUEST', {}, { problems })
}

/** True for that refusal, and for no other error. */
export function isRefusal(error: unknown, code: RefusalCode): error is Refusal {
  return error instanceof Refusal && error.code === code
}

/** Its own sentence; null where the meaning of its code in the API that answers it says all. */
export function ownSentenceOf({ code, values }: Pick<RefusalData, 'code' | 'values'>): string | null {
  const { sentence }: RefusalSpec<never> = REFUSALS[code]
  return (sentence as ((values: object) => string) | undefined)?.(values) ?? null
}

/** In English, for logs and scripts. */
export function sentenceOf(data: Pick<RefusalData, 'code' | 'values'>): string {
  const { option, live } = REFUSALS[data.code]
  return (
    ownSentenceOf(data) ?? (option ? OPTION_ERRORS[option].meaning : live ? LIVE_ERRORS[live].meaning : '')
  )
}
