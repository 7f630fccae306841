/** What the windows may show and what goes to the system's browser. Pure, so that every case can be tabled. */
import { ID_PATTERN } from '../service/contract/ids.ts'

const POP_OUT = '#/pop-out/'

/**
 * True for an address of the console itself.
 * @param consoleUrl null before the service has answered
 */
export function isConsoleAddress(address: string, consoleUrl: string | null): boolean {
  const url = parse(address)
  return consoleUrl !== null && url !== null && url.origin === parse(consoleUrl)?.origin
}

/** The channel whose preview an address shows in a window of its own: `<console>/#/pop-out/<id>` exactly, or null. */
export function popOutChannel(address: string, consoleUrl: string | null): string | null {
  if (!isConsoleAddress(address, consoleUrl)) return null
  const { pathname, search, hash, username, password } = new URL(address)
  const channelId = hash.startsWith(POP_OUT) ? hash.slice(POP_OUT.length) : ''
  const exact = pathname === '/' && search === '' && username === '' && password === ''
  return exact && ID_PATTERN.test(channelId) ? channelId : null
}

/** @returns the address that `popOutChannel` reads */
export const popOutAddress = (consoleUrl: string, channelId: string): string =>
  `${consoleUrl}/${POP_OUT}${channelId}`

/** The address to hand to the system's browser, or null: https only, without a user name or password. */
export function externalAddress(address: string): string | null {
  const url = parse(address)
  return url?.protocol === 'https:' && url.username === '' && url.password === '' ? url.href : null
}

/**
 * The entry address with the console's present route, so that a restarted service finds the operator on the
 * same page. The console keeps its route in the fragment.
 */
export function entryAddressAt(entryUrl: string, current: string, previousConsoleUrl: string | null): string {
  const route = routeOf(current, previousConsoleUrl)
  return route === null ? entryUrl : `${entryUrl}&at=${encodeURIComponent(route)}`
}

/** Where in the console an address is, `/channels/…`; null outside of it. */
export function routeOf(address: string, consoleUrl: string | null): string | null {
  if (!isConsoleAddress(address, consoleUrl)) return null
  const route = new URL(address).hash.slice(1)
  return route.startsWith('/') ? route : null
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
