/** What the window may show and what goes to the system's browser. Pure, so that every case can be tabled. */

/**
 * True for an address of the console itself.
 * @param consoleUrl null before the service has answered
 */
export function isConsoleAddress(address: string, consoleUrl: string | null): boolean {
  const url = parse(address)
  return consoleUrl !== null && url !== null && url.origin === parse(consoleUrl)?.origin
}

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
  if (!isConsoleAddress(current, previousConsoleUrl)) return entryUrl
  const route = new URL(current).hash.slice(1)
  return route.startsWith('/') ? `${entryUrl}&at=${encodeURIComponent(route)}` : entryUrl
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null
}
