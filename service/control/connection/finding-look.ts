/** How findings are looked for: a function for each, of one connection. */
import type { Finding } from '../../contract/console/channel-view.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds } from '../../contract/units.ts'
import type { LiveConnection } from './channel-activity.ts'

export type Code = Finding['code']
export type Found = Omit<Finding, 'since'> & { readonly since?: EpochMilliseconds }
export type Look = (
  connection: LiveConnection,
  renditions: readonly Rendition[],
  now: EpochMilliseconds,
) => Found | null

export function finding(code: Code, severity: Finding['severity'], values: Finding['values']): Found {
  return { code, severity, values }
}
