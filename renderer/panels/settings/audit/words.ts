/** Entries as sentences: who, what, and what about. */
import type { TFunction } from 'i18next'
import type { AuditEntry } from '../../../../service/contract/console/audit.ts'
import { auditEn } from '../../../i18n/audit/en.ts'
import type { usersEn } from '../../../i18n/users/en.ts'
import { shortId } from '../../../i18n/format.ts'

type Permission = keyof typeof usersEn.permission

/** The name of who did it. */
export function whoText(t: TFunction, { kind, name, id }: AuditEntry['actor']): string {
  if (kind === 'anonymous') return t('audit.nobody')
  if (kind === 'service') return 'Airdesk'
  return name ?? shortId(id ?? '')
}

/** The verb: in the past where it was done. */
export function whatText(t: TFunction, { verb, refused, objectCount }: AuditEntry): string {
  if (refused !== null) return t(`audit.verb.${verb}.tried`)
  return objectCount > 1 ? t(`audit.verb.${verb}.many`, { count: objectCount }) : t(`audit.verb.${verb}.done`)
}

/** What it was about, and why it was refused. */
export function aboutText(t: TFunction, entry: AuditEntry): string {
  const { details, refused, count, objectCount, remoteAddress, verb, objects } = entry
  const [first] = objects
  const name = first && nameOf(t, first)
  const named = name && (objectCount > 1 ? t('audit.more', { name, count: objectCount - 1 }) : name)
  const secret = details.secret && t(`audit.secret.${details.secret}`)
  const isSignIn = verb === 'session.opened'
  const parts = [
    secret && named ? t('audit.ofSecret', { secret, name: named }) : (secret ?? named),
    ...(isSignIn && remoteAddress !== null ? [remoteAddress] : []),
    ...(isSignIn && details.client ? [browserOf(details.client)] : []),
    details.given?.length ? t('audit.given', { permissions: permissions(t, details.given) }) : undefined,
    details.taken?.length ? t('audit.taken', { permissions: permissions(t, details.taken) }) : undefined,
    details.changed?.length ? t('audit.changed', { members: list(t, details.changed) }) : undefined,
    ...(details.addresses ?? []),
    ...(refused === null ? [] : [reasonText(t, refused)]),
    count > Math.max(1, objectCount) ? t('audit.times', { count }) : undefined,
  ]
  return list(
    t,
    parts.filter((part): part is string => part !== undefined && part !== ''),
  )
}

export const nameOf = (t: TFunction, { name, id }: AuditEntry['objects'][number]): string =>
  name ?? (id === null ? t('audit.noName') : shortId(id))

const REASONS = auditEn.reason
const hasText = (code: string): code is keyof typeof REASONS => code in REASONS

/** Short; empty where there is nothing to say that the result does not say. */
const reasonText = (t: TFunction, refused: NonNullable<AuditEntry['refused']>): string =>
  hasText(refused) ? t(`audit.reason.${refused}`) : ''

const list = (t: TFunction, texts: readonly string[]) => texts.join(t('common.listSeparator'))

const permissions = (t: TFunction, keys: readonly string[]) =>
  list(
    t,
    keys.map((key) => t(`users.permission.${key as Permission}`)),
  )

/** Name and version of a browser; other programs say their name first. */
export function browserOf(client: string): string {
  const [, name, version] = /(Firefox|Edg|OPR|Chrome|Version)\/(\d+)/.exec(client) ?? []
  if (name === undefined) return client.split(' ', 1)[0] ?? ''
  const called = { Edg: 'Edge', OPR: 'Opera', Version: 'Safari' }[name] ?? name
  return `${called} ${version ?? ''}`
}
