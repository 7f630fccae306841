import http from 'node:http'

/** What `node:http` has as values: all but what it makes when it is first read, such as its WebSocket. */
const NAMES = Object.entries(Object.getOwnPropertyDescriptors(http))
  .filter(([, { value }]) => value !== undefined)
  .map(([name]) => name)

const ID = '\0http'

/** @param {string} id of what is imported */
export const isHttp = (id) => id === 'node:http' || id === 'http'

/**
 * Node reads all that `node:http` has for a module that imports it, and with it starts its own fetch and WebSocket:
 * 40 ms of CPU and 2 MB for each process. Bundles take the object instead, as `require` does.
 */
export function plainHttp() {
  return {
    name: 'plain-http',
    enforce: 'pre',
    resolveId(id, importer, { kind }) {
      if (!isHttp(id)) return undefined
      return kind === 'require-call' ? { id, external: true } : ID
    },
    load: (id) =>
      id === ID
        ? `import { createRequire } from 'node:module'
           const http = createRequire(import.meta.url)('node:http')
           export default http
           export const { ${NAMES.join(', ')} } = http`
        : undefined,
  }
}
