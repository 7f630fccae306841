import type { HttpCall } from './http-call.ts'

/** Text in single quotes, where a shell replaces nothing. */
export const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** A call as a line for a POSIX shell. Pure. */
export function curlOf({ method, url, headers, token, body }: HttpCall): string {
  const parts = [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${quoted(url)}`,
    // In double quotes, so that the shell puts the token in.
    ...(token === 'fromEnvironment' ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(token !== null && token !== 'fromEnvironment' ? [`-H 'Authorization: Bearer ${token.value}'`] : []),
    ...Object.entries(headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    // `-d @name` would read a file.
    ...(body === null ? [] : [`${body.startsWith('@') ? '--data-raw' : '-d'} ${quoted(body)}`]),
  ]
  return parts.join(' \\\n  ')
}
