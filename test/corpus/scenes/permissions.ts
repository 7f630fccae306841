/** Every endpoint of the option API by everybody who may call it or may not. */
import { ENDPOINTS } from '../../../service/control/api/option/routes/index.ts'
import { NOTHING, EVERYTHING } from '../../support/option-domain.ts'
import type { SceneToRecord } from '../recorder.ts'
import { option } from './cases.ts'

const PEOPLE = [
  ...['delivery', 'view', 'schedule', 'user'].map((permission) => ({ permissions: { [permission]: true } })),
  { permissions: NOTHING },
  { permissions: EVERYTHING },
  { master: true },
  { master: true, system: 'other' },
]

/** Only what is refused comes to its end: the requests themselves are examples of the documents. */
export const PERMISSION_SCENES: readonly SceneToRecord[] = ENDPOINTS.filter(
  ({ permission }) => permission !== 'public',
).map(({ method, path, example }) => ({
  name: `who may ${method} ${path}`,
  async play(director) {
    const isQuery = method === 'GET' || method === 'DELETE'
    const query = new URLSearchParams(example.request as Record<string, string>).toString()
    const parameters = isQuery ? { query } : { json: example.request }
    for (const token of [null, 'wrong']) await option(director, `${method} ${path}`, { ...parameters, token })
    for (const person of PEOPLE) {
      const token = director.act('token', person)
      await option(director, `${method} ${path}`, { ...parameters, token })
    }
    await option(director, `${method} ${path}`, parameters)
  },
}))
