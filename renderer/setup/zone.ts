import { zoneName } from '../i18n/format.ts'

/** `+9`, `−3:30`, `0`: hours from UTC. @param at milliseconds since 1970 */
export function zoneOffset(zone: string, at: number): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'shortOffset' })
  const name = parts.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const offset = name.replace(/^(GMT|UTC)/, '').replace('-', '−')
  // Of UTC some browsers say nothing, some +0.
  return offset === '' ? '0' : offset.replace(/^\+0$/, '0')
}

/** `Asia/Tokyo (JST +9)`. @param at milliseconds since 1970 */
export function zoneText(zone: string, at: number): string {
  const offset = zoneOffset(zone, at)
  const name = zoneName(at, zone)
  const short = /^(GMT|UTC)[+-]/.test(name) ? 'UTC' : name
  return `${zone} (${short} ${offset})`
}

/** Every zone that this browser knows, and `current` even where it does not. */
export function allZones(current: string): string[] {
  return [...new Set([current, 'UTC', ...Intl.supportedValuesOf('timeZone')])].sort()
}
