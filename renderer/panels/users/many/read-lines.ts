/** Users of a table: who would be added, and which lines are left out and why. Pure. */
import { PERMISSION_KEYS, type PermissionKey } from '../../../../service/contract/console/users.ts'
import type { PasswordRule } from '../../../../service/contract/console/users.ts'
import { emailKey } from '../../../../service/contract/option-api.ts'
import type { NewUser, Permissions } from '../../../api/users.ts'
import { readCsv } from '../../../ui/csv.ts'
import { brokenPassword } from '../../../password/password.ts'
import { mayGrant } from '../presets.ts'
import type { Me } from '../rights.ts'
import { brokenWho } from '../use-new-user.ts'

/** Most users that are added at once. */
export const MOST_LINES = 500

const NEEDED = ['name', 'email'] as const
/** As the option API calls them. */
export const COLUMNS = [...NEEDED, 'password', ...PERMISSION_KEYS] as const
export type Column = (typeof COLUMNS)[number]

/** Why a line is left out. */
export type Why =
  | { readonly kind: 'taken' }
  /** Its e-mail stands in an earlier line. */
  | { readonly kind: 'twice'; readonly line: number }
  /** It has more cells than the head. */
  | { readonly kind: 'extra' }
  | { readonly kind: 'flag'; readonly column: Column; readonly text: string }
  | { readonly kind: 'lacking' }
  /** `rule` as forms keep it. */
  | { readonly kind: 'rule'; readonly column: Column; readonly rule: string }

export interface Line {
  /** Of the table, from 1, which is its head. */
  readonly number: number
  /** Its password is empty where one is to be generated. */
  readonly user: NewUser
  readonly why: Why | null
}

export type Fault =
  | { readonly kind: 'columns'; readonly missing: readonly Column[] }
  | { readonly kind: 'quotes' }
  | { readonly kind: 'tooMany'; readonly number: number }

export interface Users {
  readonly lines: readonly Line[]
  /** Heads of columns that nothing is read from. */
  readonly unused: readonly string[]
  /** The table says who gets which permission. */
  readonly hasPermissions: boolean
  /** Why nothing of it is read. */
  readonly fault: Fault | null
}

/** What the lines are held against. */
export interface Known {
  readonly me: Me
  readonly rule: PasswordRule
  /** Of users who are there. */
  readonly emails: readonly string[]
  /** Of all, where the table does not say. */
  readonly permissions: Permissions
}

const NOTHING: Users = { lines: [], unused: [], hasPermissions: false, fault: null }

export function readUsers(text: string, known: Known): Users {
  if (text.trim() === '') return NOTHING
  const { head, lines, isWhole } = readCsv(text)
  const names = head.map((name) => name.trim().toLowerCase())
  const missing = NEEDED.filter((column) => !names.includes(column))
  const filled = lines
    .map((cells, index) => ({ cells, number: index + 2 }))
    .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''))
  const fault = faultOf(missing, isWhole, filled.length)
  if (fault !== null) return { ...NOTHING, fault }

  const given = PERMISSION_KEYS.filter((key) => names.includes(key))
  const first = new Map<string, number>()
  const taken = new Set(known.emails.map(emailKey))
  return {
    lines: filled.map(({ cells, number }) => {
      const of = (column: Column) => cells[names.indexOf(column)] ?? ''
      const user = userOf(of, given, known.permissions)
      const key = emailKey(user.email)
      const before = first.get(key)
      if (before === undefined) first.set(key, number)
      const why =
        shapeOf(cells, head.length, of, given) ??
        brokenIn(user, known) ??
        (taken.has(key) ? ({ kind: 'taken' } as const) : null) ??
        (before === undefined ? null : ({ kind: 'twice', line: before } as const))
      return { number, user, why }
    }),
    unused: head.filter((_, at) => !isRead(names, at)),
    hasPermissions: given.length > 0,
    fault: null,
  }
}

function faultOf(missing: readonly Column[], isWhole: boolean, number: number): Fault | null {
  if (!isWhole) return { kind: 'quotes' }
  if (missing.length > 0) return { kind: 'columns', missing }
  return number > MOST_LINES ? { kind: 'tooMany', number } : null
}

/** The first of each column that is known. */
const isRead = (names: readonly string[], at: number) =>
  names.indexOf(names[at] ?? '') === at && COLUMNS.some((column) => column === names[at])

/** As the list of the option API writes permissions, and its requests; an empty cell grants nothing. */
const FLAGS: ReadonlyMap<string, boolean> = new Map([
  ['1', true],
  ['true', true],
  ['0', false],
  ['false', false],
  ['', false],
])
const flagOf = (text: string) => FLAGS.get(text.trim().toLowerCase())

type Cell = (column: Column) => string

function userOf(of: Cell, given: readonly PermissionKey[], otherwise: Permissions): NewUser {
  const granted = PERMISSION_KEYS.map((key) => [key, flagOf(of(key)) === true])
  return {
    name: of('name').trim(),
    email: of('email').trim(),
    password: of('password'),
    permissions: given.length > 0 ? (Object.fromEntries(granted) as Permissions) : otherwise,
  }
}

/** Whether the cells of a line can be what the head says. */
function shapeOf(
  cells: readonly string[],
  width: number,
  of: Cell,
  given: readonly PermissionKey[],
): Why | null {
  if (cells.slice(width).some((cell) => cell.trim() !== '')) return { kind: 'extra' }
  const column = given.find((key) => flagOf(of(key)) === undefined)
  return column === undefined ? null : { kind: 'flag', column, text: of(column) }
}

function brokenIn(user: NewUser, { me, rule }: Known): Why | null {
  const broken = {
    ...brokenWho(user),
    ...(user.password === '' ? {} : brokenPassword(user.password, rule)),
  }
  for (const column of COLUMNS) {
    const broke = broken[column]
    if (broke !== undefined) return { kind: 'rule', column, rule: broke }
  }
  return mayGrant(me, user.permissions) ? null : { kind: 'lacking' }
}
