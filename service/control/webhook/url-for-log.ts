/** A URL as logs may show it: origin and path. Its query may hold a token. */
export function urlForLog(url: string): string {
  if (!URL.canParse(url)) return '(not a URL)'
  const { origin, pathname } = new URL(url)
  return origin + pathname
}
