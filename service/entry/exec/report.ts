import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { requestApi } from '../../contract/console/requests.ts'
import type { RequestView } from '../../contract/console/requests.ts'
import type { ConsoleClient } from '../console-client.ts'

/** Calls that are alike. */
interface ReportedCall {
  readonly api: RequestView['api']
  readonly method: string
  /** Of the option API a path; of the live API, whose calls are all for `/`, that. */
  readonly path: string
  /** Of the live API; null otherwise. */
  readonly operation: string | null
  readonly status: number
  readonly count: number
}

/** Writes which calls of both APIs were answered, each kind once with how often, in the order of the first of each. */
export async function writeReport(client: ConsoleClient, file: string): Promise<void> {
  const calls = await allCalls(client)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, `${JSON.stringify({ calls: counted(calls) }, null, 2)}\n`)
}

/** From the log of calls, oldest first. */
async function allCalls(client: ConsoleClient): Promise<RequestView[]> {
  const calls: RequestView[] = []
  let before: number | undefined
  do {
    const { requests, next } = await client.call(requestApi.list, { query: { limit: 200, before } })
    calls.push(...requests)
    before = next ?? undefined
  } while (before !== undefined)
  return calls.reverse()
}

export function counted(calls: readonly Pick<RequestView, 'api' | 'operation' | 'status'>[]): ReportedCall[] {
  const kinds = new Map<string, ReportedCall>()
  for (const call of calls) {
    const key = `${call.api} ${call.operation} ${call.status}`
    const count = (kinds.get(key)?.count ?? 0) + 1
    kinds.set(key, { ...kindOf(call), count })
  }
  return [...kinds.values()]
}

function kindOf({ api, operation, status }: Pick<RequestView, 'api' | 'operation' | 'status'>) {
  const [method = '', path = ''] = operation.replace(/^\(unknown\) /, '').split(' ')
  return api === 'option'
    ? { api, method, path, operation: null, status }
    : { api, method: 'POST', path: '/', operation, status }
}
