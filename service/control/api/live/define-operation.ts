import type { z } from 'zod'
import type { AuditVerb } from '../../../contract/audit.ts'
import type { LiveErrorCode } from '../../../contract/errors.ts'
import type { AccessTokenId, SystemId } from '../../../contract/ids.ts'
import type { PlaylistAddresses } from '../../access/playlist-addresses.ts'
import type { ArchiveDestinations } from '../../archive/destinations.ts'
import type { Addresses } from '../../channel/addresses.ts'
import type { Channels } from '../../channel/channels.ts'
import type { EncryptionKeys } from '../../channel/encryption-keys.ts'
import type { Broadcasts } from '../../connection/broadcasts.ts'
import type { SfuChannels } from '../../sfu/sfu-channels.ts'
import { KeptAnswers, WrittenAnswer } from '../http/kept-answers.ts'
import type { Origin } from '../http/kept-answers.ts'
import { checkResponse, validate } from '../http/validate.ts'

/** On whose behalf an operation runs. */
export interface Caller {
  readonly systemId: SystemId
  readonly tokenId: AccessTokenId
}

/** What operations work on. */
export interface OperationParts {
  readonly channels: Channels
  readonly broadcasts: Pick<Broadcasts, 'withPlaylist'>
  /** Signs addresses of channels that serve nothing without. */
  readonly playlistAddresses: Pick<PlaylistAddresses, 'forConnection'>
  readonly encryptionKeys: EncryptionKeys
  readonly archive: ArchiveDestinations
  readonly sfu: SfuChannels
  /** The token that owns the channels of a system's schedules; null where the system has none. */
  readonly scheduleOwner: (systemId: SystemId) => AccessTokenId | null
  /** Where the ingest process is reached at the moment. */
  readonly addresses: () => Addresses
}

export interface OperationContext extends OperationParts {
  readonly caller: Caller
}

/** What operations are about, in the order that the documents list them. */
export const OPERATION_GROUPS = [
  'Channels',
  'Archive destinations',
  'Signaling',
  'Simulcast',
  'Spotlight',
  'Push',
  'Statistics',
  'Experimental',
  'Deprecated',
] as const
export type OperationGroup = (typeof OPERATION_GROUPS)[number]

interface Description<Request extends z.ZodType, Response extends z.ZodType> {
  /** Value of X-Sfu-Target. */
  readonly target: `${'Service' | 'Sfu'}_${number}.${string}`
  readonly group: OperationGroup
  /** What the audit log is told of a call, done or refused; null: nothing. */
  readonly audit: AuditVerb | null
  /** One sentence for the documentation. */
  readonly summary: string
  readonly request: Request
  readonly response: Response
  readonly example: { readonly request: z.input<Request>; readonly response: z.output<Response> }
  /** Refusals of its own, besides those that every operation can meet. */
  readonly errors: readonly LiveErrorCode[]
}

/**
 * A creating operation takes part in Idempotency-Key: it runs, with the memory of its answer, in one
 * transaction, and therefore must not be asynchronous.
 */
interface Creating<Request, Response> {
  readonly creates: true
  handle(request: Request, context: OperationContext): Response
}

interface Plain<Request, Response> {
  readonly creates?: false
  handle(request: Request, context: OperationContext): Response | Promise<Response>
  readonly kept?: undefined
}

/** One whose answer, once checked, is kept as it is sent. */
interface Kept<Request, Response> {
  readonly creates?: false
  handle(request: Request, context: OperationContext): Response
  /** What the answer is made of; nothing of the request. */
  kept(context: OperationContext): Origin
}

interface Common extends Description<z.ZodType, z.ZodType> {
  /** @throws Refusal `BAD_REQUEST` naming each wrong member */
  check(body: unknown): object
}

/** An operation as the dispatcher sees it; `run` takes what `check` gave, and checks the response. */
export type Operation = Common &
  (
    | { readonly creates: true; run(request: object, context: OperationContext): object }
    | { readonly creates: false; run(request: object, context: OperationContext): object | Promise<object> }
  )

/** Makes an operation of the live API; one file each in `operations`, listed in its index. */
export function defineOperation<Request extends z.ZodType<object>, Response extends z.ZodType>(
  definition: Description<Request, Response> &
    (
      | Creating<z.output<Request>, z.output<Response>>
      | Plain<z.output<Request>, z.output<Response>>
      | Kept<z.output<Request>, z.output<Response>>
    ),
): Operation {
  const { target, group, audit, summary, request, response, example, errors } = definition
  const common: Common = {
    target,
    group,
    audit,
    summary,
    request,
    response,
    example,
    errors,
    check: (body) => validate(request, body),
  }
  const checked = (answer: unknown) => asBody(checkResponse(target, response, answer))
  // `check` made the request, so it has the type that `handle` takes.
  const typed = (value: object) => value as z.output<Request>
  if (definition.creates)
    return {
      ...common,
      creates: true,
      run: (value, context) => checked(definition.handle(typed(value), context)),
    }
  if (!definition.kept)
    return {
      ...common,
      creates: false,
      run: async (value, context) => checked(await definition.handle(typed(value), context)),
    }
  const answers = new KeptAnswers()
  return {
    ...common,
    creates: false,
    run: (value, context) =>
      answers.answer(definition.kept(context), () =>
        JSON.stringify(checked(definition.handle(typed(value), context))),
      ),
  }
}

/** Few operations answer with a JSON value that is no object; it is written here. */
const asBody = (answer: unknown): object =>
  typeof answer === 'object' && answer !== null ? answer : new WrittenAnswer(JSON.stringify(answer))
