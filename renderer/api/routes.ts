/**
 * Every route of the console's own API, by area. The built console has what calls them and no schemas
 * (`scripts/lib/schemaless-routes.mjs`): to make all of those takes longer than all else that a page begins with.
 */
import { CONSOLE_API } from '../../service/contract/console/index.ts'
import type { FileRoute, Route, UploadRoute } from '../../service/contract/console/route.ts'

type Registry = typeof CONSOLE_API
type Called = Pick<Route, 'method' | 'path'> & Pick<FileRoute | UploadRoute, 'mediaType'>

/** How a route is called and by whom. @typeParam R what it is defined as; types of what is sent and answered are in it */
export type Callable<R extends Route> = Pick<R, keyof R & (keyof Called | 'who')> & { readonly defined?: R }

type Api = {
  readonly [Area in keyof Registry]: {
    readonly [Name in keyof Registry[Area]]: Registry[Area][Name] extends Route
      ? Callable<Registry[Area][Name]>
      : never
  }
}

export const api: Api = CONSOLE_API
