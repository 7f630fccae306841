/** What permissions are called, and what they allow, as the service enforces it. */
import type { TFunction } from 'i18next'
import type { Grant, PermissionKey, UserOverview } from '../../../service/contract/console/users.ts'

/** Texts `users.grant.<…>` of what a permission opens. */
const GRANT_TEXTS = {
  'POST /api/schedule': 'createSchedule',
  'PATCH /api/schedule': 'changeSchedule',
  'DELETE /api/schedule': 'deleteSchedule',
  'GET /api/delivery': 'delivery',
  'GET /api/view': 'view',
  'GET /api/user': 'listUsers',
  'POST /api/user': 'createUser',
  'PATCH /api/user': 'changeUser',
  'DELETE /api/user': 'deleteUser',
  'GET /api/chat': 'readChat',
  'POST /api/chat': 'sendChat',
  operate: 'operate',
} as const

const isKnown = (grant: Grant): grant is keyof typeof GRANT_TEXTS => grant in GRANT_TEXTS

/** One sentence; what has no words here is named as the API names it. Empty until it is known. */
export function allowsText(
  t: TFunction,
  language: string,
  grants: UserOverview['grants'] | undefined,
  key: PermissionKey,
): string {
  if (grants === undefined) return ''
  const words = grants[key].map((grant) => (isKnown(grant) ? t(`users.grant.${GRANT_TEXTS[grant]}`) : grant))
  return t('users.allows', { list: new Intl.ListFormat(language).format(words) })
}

/** A cell as it is read out: “Delivery, Aiko Tanaka, granted”. */
export function cellText(
  t: TFunction,
  cell: {
    readonly key: PermissionKey
    readonly name: string
    readonly granted: boolean
    readonly edited: boolean
  },
): string {
  const permission = t(`users.permission.${cell.key}`)
  const state = t(cell.granted ? 'users.granted' : 'users.notGranted')
  return t(cell.edited ? 'users.cellEdited' : 'users.cell', { permission, name: cell.name, state })
}
