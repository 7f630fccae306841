import { useQuery } from '@tanstack/react-query'
import { PASSWORD_RULE_KEY, readPasswordRule } from '../api/users.ts'

/** As specified until the service has said otherwise, which it does before anything is typed. */
export const usePasswordRule = () =>
  useQuery({ queryKey: PASSWORD_RULE_KEY, queryFn: readPasswordRule }).data ?? { minLength: null }
