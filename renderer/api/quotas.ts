/** What systems may have, and how much of it they have. */
import { useQuery } from '@tanstack/react-query'
import type { SetQuotas } from '../../service/contract/console/quotas.ts'
import type { Milliseconds } from '../../service/contract/units.ts'
import { api, call } from './client.ts'

const RENEW_MS: Milliseconds = 10_000
const QUOTAS_KEY = ['quotas'] as const
export const SYSTEM_QUOTAS_KEY = ['quotas', 'systems'] as const

/** Of the own system. For masters. */
export const useQuotas = () =>
  useQuery({ queryKey: QUOTAS_KEY, queryFn: () => call(api.quotas.read), refetchInterval: RENEW_MS })

/** Of all systems, oldest first. For masters of the first one. */
export const useSystemQuotas = () =>
  useQuery({
    queryKey: SYSTEM_QUOTAS_KEY,
    queryFn: async () => (await call(api.quotas.list)).systems,
    refetchInterval: RENEW_MS,
  })

/** @throws ApiError BAD_REQUEST with its members */
export const changeQuotas = (id: string, body: SetQuotas) => call(api.quotas.change, { params: { id }, body })
