import type { Permissions, User } from '../../api/users.ts'

/** A user for tests; a master has everything. */
export function user(userId: number, granted: Partial<Permissions> = {}, isMaster = false): User {
  const nothing = { delivery: isMaster, view: isMaster, schedule: isMaster, user: isMaster }
  return {
    userId,
    name: `User ${userId}`,
    email: `user${userId}@studio.example`,
    isMaster,
    created: '2026-11-01 08:00:00',
    permissions: { ...nothing, ...granted },
  }
}
