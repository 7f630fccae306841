import type { z } from 'zod'
import type { AuditVerb } from '../../../../../contract/audit.ts'
import type { LiveErrorCode } from '../../../../../contract/errors.ts'
import type { ChannelId } from '../../../../../contract/ids.ts'
import { refusal } from '../../../../../contract/refusal/refusal.ts'
import type { SfuConnection, Spotlight } from '../../../../sfu/sfu-channels.ts'
import { defineOperation } from '../../define-operation.ts'
import type { Operation, OperationContext, OperationGroup } from '../../define-operation.ts'

/** A WebRTC channel of the caller's own token, as the SFU has it now. */
export interface ForwardedChannel {
  readonly channelId: ChannelId
  readonly connections: readonly SfuConnection[]
  /** Who is about to be connected. */
  readonly arriving: readonly SfuConnection[]
  readonly spotlight: Spotlight | null
}

interface Forwarded<Request extends z.ZodType, Response extends z.ZodType> {
  readonly target: `Sfu_${number}.${string}`
  readonly group: OperationGroup
  readonly audit: AuditVerb | null
  readonly summary: string
  readonly schemas: { readonly request: Request; readonly response: Response }
  readonly example: { readonly request: z.input<Request>; readonly response: z.output<Response> }
  /** Refusals besides those of the channel. */
  readonly errors?: readonly LiveErrorCode[]
  readonly handle: (
    request: z.output<Request>,
    channel: ForwardedChannel,
  ) => z.output<Response> | Promise<z.output<Response>>
}

/** Makes an operation that is forwarded to the SFU: all of them are about a WebRTC channel of the same token. */
export function defineForwarded<
  Request extends z.ZodType<{ channel_id: string }>,
  Response extends z.ZodType,
>({ schemas, errors = [], handle, ...described }: Forwarded<Request, Response>): Operation {
  return defineOperation({
    ...described,
    ...schemas,
    errors: ['CHANNEL-NOT-FOUND', 'CHANNEL-OF-ANOTHER-TOKEN', 'NOT-A-WEBRTC-CHANNEL', ...errors],
    handle: (request, context) => handle(request, forwardedChannel(request.channel_id, context)),
  })
}

/** @throws Refusal `CHANNEL_NOT_FOUND`, `CHANNEL_OF_ANOTHER_TOKEN` or `NOT_A_WEBRTC_CHANNEL` */
function forwardedChannel(id: string, context: OperationContext): ForwardedChannel {
  const { channels, sfu, caller } = context
  const { channelId, tokenId, madeVia, kind } = channels.get(caller.systemId, id)
  const owner = madeVia === 'schedule' ? context.scheduleOwner(caller.systemId) : tokenId
  if (owner !== caller.tokenId) throw refusal('CHANNEL_OF_ANOTHER_TOKEN')
  if (kind === 'rtmp') throw refusal('NOT_A_WEBRTC_CHANNEL')
  return {
    channelId,
    connections: sfu.connections(channelId),
    arriving: sfu.arriving(channelId),
    spotlight: sfu.spotlight(channelId),
  }
}
