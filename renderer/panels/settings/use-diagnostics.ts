import { useQuery } from '@tanstack/react-query'
import { readDiagnostics } from '../../api/engine.ts'

export const useDiagnostics = () => useQuery({ queryKey: ['diagnostics'], queryFn: readDiagnostics })
