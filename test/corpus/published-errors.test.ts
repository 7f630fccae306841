/** What the published documents say of errors, against those that were answered. */
import { expect, it } from 'vitest'
import { OPERATIONS } from '../../service/control/api/live/operations/index.ts'
import { errorsOf as liveErrorsOf } from '../../service/control/api/openapi/live-api.ts'
import { errorsOf as optionErrorsOf } from '../../service/control/api/openapi/option-api.ts'
import { ENDPOINTS } from '../../service/control/api/option/routes/index.ts'
import { readCorpus } from './corpus.ts'
import type { Ask, HttpAnswer } from './exchange.ts'
import type { Api } from './stage.ts'

const exchanges = (api: Api) =>
  readCorpus(api)
    .flatMap(({ steps }) => steps)
    .flatMap((step) => ('ask' in step && 'path' in step.ask ? [{ ask: step.ask, answer: step.answer }] : []))

/** The codes that were answered to what `named` names, sorted, each once. */
function answered(
  api: Api,
  named: (ask: Ask) => string | undefined,
  codeOf: (answer: HttpAnswer) => string | undefined,
): Map<string, string[]> {
  const codes = new Map<string, Set<string>>()
  for (const { ask, answer } of exchanges(api)) {
    const [name, code] = [named(ask), codeOf(answer)]
    if (name === undefined || code === undefined) continue
    codes.set(name, (codes.get(name) ?? new Set()).add(code))
  }
  return new Map([...codes].map(([name, set]) => [name, [...set].sort()]))
}

const undeclared = (codes: readonly string[] | undefined, declared: readonly string[]) =>
  (codes ?? []).filter((code) => !declared.includes(code))

const option = answered(
  'option',
  ({ method, path }) => `${method} ${path.split('?', 1)[0] ?? ''}`,
  ({ body }) => /^\{"ok":false,"error":\{"code":"([A-Z_]+)"/.exec(body)?.[1],
)
it.each(ENDPOINTS.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
  '%s answers no error that its document does not have',
  (name, endpoint) => {
    expect(option.get(name)?.length).toBeGreaterThan(0)
    expect(undeclared(option.get(name), optionErrorsOf(endpoint))).toEqual([])
  },
)

const live = answered(
  'live',
  ({ headers }) => [headers['x-sfu-target']].flat()[0],
  ({ body }) => /^\{"error_type":"([A-Z-]+)"/.exec(body)?.[1],
)
it('of most operations errors were answered', () => expect(live.size).toBeGreaterThan(OPERATIONS.length - 5))
it.each(OPERATIONS.map((operation) => [operation.target, operation] as const))(
  '%s answers no error that its document does not have',
  (target, operation) => {
    expect(undeclared(live.get(target), liveErrorsOf(operation))).toEqual([])
  },
)
