/** What runs on the computer of the service. */
import { useQuery } from '@tanstack/react-query'
import { api, call } from './client.ts'

/** It is measured as often. */
const RENEW_MS = 5000

/** Renewed while it is shown. */
export const useComputer = () =>
  useQuery({ queryKey: ['computer'], queryFn: () => call(api.load.read), refetchInterval: RENEW_MS })
