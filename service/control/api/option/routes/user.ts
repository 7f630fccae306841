import { OPTION_ENDPOINTS } from '../../../../contract/option-endpoints.ts'
import type { Permissions } from '../../../identity/user.ts'
import { formatZonedSpaced } from '../../../system/zoned-time.ts'
import { defineEndpoint } from '../define-endpoint.ts'

const granted = (permission: boolean): 0 | 1 => (permission ? 1 : 0)

/** In responses a permission is 1 or 0, in requests it is true or false. */
const asNumbers = ({ delivery, view, schedule, user }: Permissions) => ({
  delivery: granted(delivery),
  view: granted(view),
  schedule: granted(schedule),
  user: granted(user),
})

export const listUsers = defineEndpoint({
  ...OPTION_ENDPOINTS.listUsers,
  summary: 'Lists the users of the system, oldest first.',
  example: {
    request: {},
    response: [
      {
        user_id: 1,
        name: 'Ann',
        email: 'ann@studio.example',
        is_master: true,
        created_datetime: '2026-11-01 08:00:00',
        permissions: { delivery: 1, view: 1, schedule: 1, user: 1 },
      },
    ],
  },
  errors: [],
  handle(_request, { parts, caller: { system } }) {
    return parts.identity.users.list(system.id).map((user) => ({
      user_id: user.id,
      name: user.name,
      email: user.email,
      is_master: user.isMaster,
      created_datetime: formatZonedSpaced(user.createdAt, system.timeZone),
      permissions: asNumbers(user.permissions),
    }))
  },
})

export const createUser = defineEndpoint({
  ...OPTION_ENDPOINTS.createUser,
  summary: 'Registers a user with the given permissions.',
  example: {
    request: {
      name: 'Ben',
      email: 'ben@studio.example',
      password: 'lion-17',
      delivery: true,
      view: true,
      schedule: false,
      user: false,
    },
    response: { ok: true, user_id: 2 },
  },
  errors: ['EMAIL_TAKEN'],
  creates: true,
  async prepare(request, { parts: { identity }, caller: { system, user: by, token } }) {
    const { name, email, password, delivery, view, schedule, user } = request
    const permissions = { delivery, view, schedule, user }
    const input = { name, email, password, permissions }
    const create = await identity.users.prepareCreate(by, system, input, token)
    return () => ({ ok: true as const, user_id: create().id })
  },
})

export const changeUser = defineEndpoint({
  ...OPTION_ENDPOINTS.changeUser,
  summary: 'Changes the name, password or permissions of a user; what is left out stays.',
  example: {
    request: { user_id: 2, name: 'Benjamin', schedule: true },
    response: { ok: true },
  },
  errors: ['NOT_FOUND', 'MASTER_PERMISSIONS'],
  async handle(request, { parts: { identity }, caller: { system, user: by, token } }) {
    const { user_id: id, name, password, delivery, view, schedule, user } = request
    const permissions = { delivery, view, schedule, user }
    await identity.users.change(by, token, system, id, { name, password, permissions })
    return { ok: true } as const
  },
})

export const deleteUser = defineEndpoint({
  ...OPTION_ENDPOINTS.deleteUser,
  summary: 'Deletes a user and signs them out everywhere.',
  example: { request: { user_id: 2 }, response: { ok: true } },
  errors: ['NOT_FOUND', 'LAST_MASTER'],
  handle({ user_id: id }, { parts, caller: { system, user: by } }) {
    parts.identity.users.remove(by, system.id, id)
    return { ok: true } as const
  },
})
