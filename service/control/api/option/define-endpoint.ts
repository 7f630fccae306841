import type { z } from 'zod'
import type { OptionErrorCode } from '../../../contract/errors.ts'
import type { OptionEndpoint } from '../../../contract/option-endpoints.ts'
import type { Permission } from '../../../contract/permission.ts'
import type { Deliveries } from '../../access/deliveries.ts'
import type { PlaylistAddresses } from '../../access/playlist-addresses.ts'
import type { Addresses } from '../../channel/addresses.ts'
import type { Channels } from '../../channel/channels.ts'
import type { Chat } from '../../chat/chat.ts'
import type { Broadcasts } from '../../connection/broadcasts.ts'
import type { Identity } from '../../identity/identity.ts'
import type { User } from '../../identity/user.ts'
import type { Schedules } from '../../schedule/schedules.ts'
import type { System } from '../../system/system.ts'
import { writeAct } from '../../audit/acts.ts'
import { KeptAnswers } from '../http/kept-answers.ts'
import type { Origin, WrittenAnswer } from '../http/kept-answers.ts'
import { writeList } from '../http/long-list.ts'
import { checkResponse, validate } from '../http/validate.ts'

/** What endpoints work on. */
export interface EndpointParts {
  readonly identity: Pick<Identity, 'login' | 'users' | 'passwordRules'>
  readonly schedules: Schedules
  readonly chat: Chat
  readonly channels: Pick<Channels, 'find'>
  readonly broadcasts: Pick<Broadcasts, 'withPlaylist'>
  readonly deliveries: Pick<Deliveries, 'begin'>
  readonly playlistAddresses: Pick<PlaylistAddresses, 'forView'>
  /** Where clients of channels connect at the moment. */
  readonly addresses: () => Addresses
}

/** On whose behalf an endpoint runs. */
export interface Caller {
  readonly user: User
  readonly system: System
  /** The login token of this request. Secret. */
  readonly token: string
}

/** `Who` is null where nobody has to sign in. */
export interface Context<Who extends Caller | null = Caller | null> {
  readonly parts: EndpointParts
  readonly caller: Who
  readonly remoteAddress: string
  /** What the program that asks says of itself; may be empty. */
  readonly client: string
}

type Who<P extends Permission> = P extends 'public' ? null : Caller

/** What is known of an endpoint without running it: checks, documentation and tests read it. */
export interface EndpointDescription extends OptionEndpoint {
  /** One sentence for the documentation. */
  readonly summary: string
  readonly example: { readonly request: object; readonly response: object }
  /** Errors special to it, besides those that its method, parameters and permission bring along. */
  readonly errors: readonly OptionErrorCode[]
}

/** Makes the thing and gives the answer; must not be asynchronous. */
export type Make = () => object

/**
 * An endpoint as the listener sees it. `run` and `prepare` take what `check` gave, and check the response.
 * A creating one takes part in Idempotency-Key: what takes time is done by `prepare`, and what that gives
 * runs, with the memory of its answer, in one transaction.
 */
export type Endpoint = EndpointDescription & {
  /** @throws Refusal `BAD_REQUEST` naming each wrong parameter */
  check(parameters: unknown): object
} & (
    | { readonly creates: true; prepare(request: object, context: Context): Make | Promise<Make> }
    | {
        readonly creates: false
        run(request: object, context: Context): object | Promise<object>
        /** The same as it is sent, for an answer that is kept; null for others. */
        readonly kept: ((request: object, context: Context) => WrittenAnswer) | null
      }
  )

interface Description<
  Request extends z.ZodType<object>,
  Response extends z.ZodType<object>,
  P extends Permission,
> extends EndpointDescription {
  readonly permission: P
  readonly request: Request
  readonly response: Response
  readonly example: {
    readonly request: z.input<Request> & object
    readonly response: z.output<Response> & object
  }
}

interface Creating<Request, Response, P extends Permission> {
  readonly creates: true
  prepare(request: Request, context: Context<Who<P>>): (() => Response) | Promise<() => Response>
  readonly kept?: undefined
}

interface Plain<Request, Response, P extends Permission> {
  readonly creates?: false
  handle(request: Request, context: Context<Who<P>>): Response | Promise<Response>
  readonly kept?: undefined
}

/** One whose answer, a list of thousands, is kept as it is sent. The audit log is told nothing of it. */
interface KeptList<Response, P extends Permission> {
  readonly creates?: false
  readonly audit: null
  items(context: Context<Who<P>>): Iterable<Response extends readonly (infer Item)[] ? Item : never>
  /** What the answer is made of; nothing of the request. */
  kept(context: Context<Who<P>>): Origin
}

/** Makes an endpoint of the option API; they are in `routes`, listed in its index. */
export function defineEndpoint<
  Request extends z.ZodType<object>,
  Response extends z.ZodType<object>,
  P extends Permission,
>(
  definition: Description<Request, Response, P> &
    (
      | Creating<z.output<Request>, z.output<Response>, P>
      | Plain<z.output<Request>, z.output<Response>, P>
      | KeptList<z.output<Response>, P>
    ),
): Endpoint {
  const { method, path, summary, permission, audit, request, response, example, errors } = definition
  const common = {
    ...{ method, path, summary, permission, audit, request, response, example, errors },
    check: (parameters: unknown): object => validate(request, parameters),
  }
  const name = `${method} ${path}`
  const checked = (answer: object) => checkResponse(name, response, answer)
  // `check` made the request and the listener the caller, so they have the types that are taken here.
  const typed = (value: object) => value as z.output<Request>
  const admitted = (context: Context) => context as Context<Who<P>>
  if (definition.kept) {
    const list = definition
    const answers = new KeptAnswers()
    const write = (context: Context) => writeList(list.items(admitted(context)), checked)
    return {
      ...common,
      creates: false,
      run: (_request, context) => checked([...list.items(admitted(context))]),
      kept: (_request, context) => answers.answer(list.kept(admitted(context)), () => write(context)),
    }
  }
  if (!definition.creates) {
    const run = async (value: object, context: Context) =>
      checked(await definition.handle(typed(value), admitted(context)))
    return { ...common, creates: false, run, kept: null }
  }
  const prepare = async (value: object, context: Context) => {
    const make = await definition.prepare(typed(value), admitted(context))
    return () => {
      const answer = checked(make())
      writeAct(answer)
      return answer
    }
  }
  return { ...common, creates: true, prepare }
}
