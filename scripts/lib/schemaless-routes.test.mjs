import { expect, it } from 'vitest'
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import { inRoot } from './paths.mjs'
import { schemalessRoutes } from './schemaless-routes.mjs'

it('the page has every route as it is called, and no schema', async () => {
  const code = await schemalessRoutes().load(inRoot('renderer/api/routes.ts'))
  const { api } = await import(`data:text/javascript,${encodeURIComponent(code)}`)
  for (const [area, routes] of Object.entries(CONSOLE_API)) {
    expect(Object.keys(api[area])).toEqual(Object.keys(routes))
    for (const [name, route] of Object.entries(routes)) {
      expect(route).toMatchObject(api[area][name])
      expect(Object.keys(api[area][name]).filter((member) => member !== 'mediaType')).toEqual([
        ...['method', 'path', 'who'],
      ])
    }
  }
  // It needs nothing else.
  expect(JSON.parse(code.replace('export const api = ', ''))).toEqual(api)
})

it('nothing else is changed', async () => {
  expect(await schemalessRoutes().load(inRoot('renderer/api/client.ts'))).toBeNull()
})
