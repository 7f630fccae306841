/** Sane sets of permissions for a new user. Pure. */
import { PERMISSION_KEYS } from '../../../service/contract/console/users.ts'
import type { Permissions } from '../../api/users.ts'
import { has, type Me } from './rights.ts'

export const PRESETS = {
  viewer: { delivery: false, view: true, schedule: false, user: false },
  broadcaster: { delivery: true, view: true, schedule: false, user: false },
  scheduler: { delivery: false, view: true, schedule: true, user: false },
  manager: { delivery: true, view: true, schedule: true, user: true },
} as const satisfies Record<string, Permissions>
export type Preset = keyof typeof PRESETS

export const PRESET_NAMES = Object.keys(PRESETS) as Preset[]

/** The preset that these permissions are; null where they are none. */
export const presetOf = (permissions: Permissions): Preset | null =>
  PRESET_NAMES.find((name) => PERMISSION_KEYS.every((key) => PRESETS[name][key] === permissions[key])) ?? null

/** Nobody but a master can grant what they lack. */
export const mayGrant = (me: Me, permissions: Permissions): boolean =>
  PERMISSION_KEYS.every((key) => !permissions[key] || has(me, key))
