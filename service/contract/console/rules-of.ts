/** The rules of who sees what, by route. */
import { CONSOLE_API } from './index.ts'
import type { AnyRule } from './member-rules.ts'
import { nameOf } from './route.ts'
import type { Route } from './route.ts'
import { ANSWERS } from './who-sees.ts'

const RULES = new Map<string, AnyRule>(
  Object.entries(ANSWERS).flatMap(([area, answers]) => {
    const routes: Readonly<Record<string, Route>> = CONSOLE_API[area as keyof typeof ANSWERS]
    return Object.entries(answers).flatMap(([name, rule]: [string, AnyRule]) => {
      const route = routes[name]
      return route ? [[nameOf(route), rule] as const] : []
    })
  }),
)

/** Who sees what of a route's answer, of those who may call it. */
export const rulesOf = (route: Pick<Route, 'method' | 'path'>): AnyRule => RULES.get(nameOf(route)) ?? 'all'
