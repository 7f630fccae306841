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
