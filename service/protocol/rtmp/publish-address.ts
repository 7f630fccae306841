import { ID_PATTERN } from '../../contract/ids.ts'

/** Where an encoder wants to publish, from what it said in `connect` and `publish`. */
export interface PublishAddress {
  /** First path segment that has the form of an id, else the first that is not empty; '' where there is none. */
  readonly channelId: string
  /** Without its question mark; of the name where that has one, else of the app; '' where there is none. */
  readonly query: string
}

/**
 * Encoders cut `rtmp://host/a/b?c` differently into app and name (all of it into the app, or the last
 * segment into the name, the query on either), so the two are put together again before they are read. Some
 * take no address without an application name: any may stand before the id.
 */
export function publishAddress(app: string, name: string): PublishAddress {
  const [appPath, appQuery] = cutQuery(app)
  const [namePath, nameQuery] = cutQuery(name)
  const segments = `${appPath}/${namePath}`.split('/').filter((segment) => segment !== '')
  return {
    channelId: segments.find((segment) => ID_PATTERN.test(segment)) ?? segments[0] ?? '',
    query: nameQuery === '' ? appQuery : nameQuery,
  }
}

function cutQuery(text: string): [path: string, query: string] {
  const at = text.indexOf('?')
  return at < 0 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)]
}
