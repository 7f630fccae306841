/** What the console has read from the engine. */
import { QueryClient } from '@tanstack/react-query'

export const queries = new QueryClient({
  defaultOptions: { queries: { retry: false }, mutations: { retry: false } },
})
