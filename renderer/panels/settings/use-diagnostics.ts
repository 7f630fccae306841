import { useQuery } from '@tanstack/react-query'
import type { Diagnostics } from '../../../service/contract/console-diagnostics.ts'
import { call } from '../../api/http.ts'

const read = () => call<Diagnostics>({ method: 'GET', path: '/console/api/diagnostics' })

export const useDiagnostics = () => useQuery({ queryKey: ['diagnostics'], queryFn: read })
