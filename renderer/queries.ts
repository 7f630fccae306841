/**
 * What the console has read from the engine, which may be on this machine: what a browser believes of the
 * network stops nothing.
 */
import { QueryClient } from '@tanstack/react-query'

export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: false, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
})

/** The key of whether the installation was set up: it is nobody's secret, and the whole console hangs on it. */
export const SETUP_KEY = ['setup'] as const

/** Shows at once what the answer to a change has. An answer to what was asked before would be older. */
export async function keep<T>(queryKey: readonly unknown[], view: T): Promise<void> {
  await queries.cancelQueries({ queryKey, exact: true })
  queries.setQueryData(queryKey, view)
}
