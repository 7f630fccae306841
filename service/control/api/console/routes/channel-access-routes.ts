import type { accessApi } from '../../../../contract/console/access.ts'
import type { AuditObject } from '../../../../contract/audit.ts'
import { describeAct } from '../../../audit/acts.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** Who may send to a channel and who may watch it. What somebody does stands in the audit log, never what is secret. */
export function channelAccessRoutes({
  access: desk,
  signedPlaylist,
}: Pick<ConsoleParts, 'access' | 'signedPlaylist'>): Handlers<typeof accessApi> {
  return {
    schedules: ({ caller }) => ({ addressesExpire: desk.schedulesExpire(caller.system.id) }),
    changeSchedules: ({ caller, body }) => {
      describeAct({ details: { changed: ['scheduleAddresses'] } })
      desk.changeSchedules(caller.user, body.addressesExpire)
      return body
    },
    read: ({ caller, params }) => desk.view(caller.system.id, params.id),
    change: ({ caller, params, body }) => {
      describeAct({ details: { changed: Object.keys(body) } })
      desk.change(caller.user, params.id, body)
      return desk.view(caller.system.id, params.id)
    },
    showKey: ({ caller, params }) => {
      describeAct({ objects: [channelOf(params)], details: { secret: 'ingest-key' } })
      return desk.showKey(caller.user, params.id)
    },
    rotateKey: ({ caller, params }) => {
      describeAct({ objects: [channelOf(params)], details: { secret: 'ingest-key' } })
      desk.rotateKey(caller.user, params.id)
      return desk.view(caller.system.id, params.id)
    },
    makeAddress: ({ caller, params, body }) => {
      describeAct({ objects: [{ kind: 'address', id: null, name: body.label }, channelOf(params)] })
      const made = desk.makeAddress(caller.user, params.id, body.label, body.seconds * 1000)
      return { signedUrl: signedPlaylist(made.channelId, made.token), endsAt: made.expiresAt }
    },
    revokeAddress: ({ caller, params }) => {
      const known = desk.view(caller.system.id, params.id).addresses.find(({ id }) => id === params.address)
      describeAct({
        objects: [{ kind: 'address', id: params.address, name: known?.label ?? null }, channelOf(params)],
      })
      desk.revokeAddress(caller.user, params.id, params.address)
      return desk.view(caller.system.id, params.id)
    },
  }
}

const channelOf = ({ id }: { readonly id: string }): AuditObject => ({ kind: 'channel', id, name: null })
