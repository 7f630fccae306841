import { pathToFileURL } from 'node:url'
import { inRoot } from './paths.mjs'

const REGISTRY = pathToFileURL(inRoot('service/contract/console/index.ts')).href

/** What calls a route; its schemas, and what documents say of it, are for others. */
const callable = ({ method, path, who, mediaType }) => ({ method, path, who, mediaType })

/**
 * The routes of the console's API in its page, without their schemas, which only tests and development check
 * answers by. For the build: in development the registry itself is read, anew whenever it changes.
 */
export function schemalessRoutes() {
  return {
    name: 'schemaless-routes',
    apply: 'build',
    async load(id) {
      if (!id.endsWith('/renderer/api/routes.ts')) return null
      const { CONSOLE_API } = await import(REGISTRY)
      const areas = Object.entries(CONSOLE_API).map(([area, routes]) => [
        area,
        Object.fromEntries(Object.entries(routes).map(([name, route]) => [name, callable(route)])),
      ])
      return `export const api = ${JSON.stringify(Object.fromEntries(areas))}`
    },
  }
}
