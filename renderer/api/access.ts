/** Who may send to a channel and who may watch it. */
import type { AccessView } from '../../service/contract/console/access.ts'
import { keep } from '../queries.ts'
import { api, call } from './client.ts'

/** What is kept of `readAccess`. */
export const accessKey = (id: string) => ['access', id]

export const readAccess = (id: string) => call(api.access.read, { params: { id } })

const kept = (id: string) => (view: AccessView) => keep(accessKey(id), view)

export const changeAccess = (
  id: string,
  body: { readonly requireKey?: boolean; readonly addressesExpire?: boolean },
) => call(api.access.change, { params: { id }, body }).then(kept(id))

/** Secret. Who asked is written down. */
export const showKey = (id: string) => call(api.access.showKey, { params: { id } })

export const rotateKey = (id: string) => call(api.access.rotateKey, { params: { id } }).then(kept(id))

export const makeAddress = (id: string, label: string, seconds: number) =>
  call(api.access.makeAddress, { params: { id }, body: { label, seconds } })

export const revokeAddress = (id: string, address: string) =>
  call(api.access.revokeAddress, { params: { id, address } }).then(kept(id))

export const changeScheduleAccess = (addressesExpire: boolean) =>
  call(api.access.changeSchedules, { body: { addressesExpire } })
