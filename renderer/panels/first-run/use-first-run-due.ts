import { useQuery } from '@tanstack/react-query'
import { getSetup, SETUP_KEY } from '../../api/setup.ts'
import { useSession } from '../../stores/session.ts'

/** True while the installation has questions for who is signed in; null while that is not known. */
export function useFirstRunDue(signedIn: boolean): boolean | null {
  const isMaster = useSession((s) => s.state.status === 'signed-in' && s.state.session.user.isMaster)
  const isAsked = signedIn && isMaster
  const { data, isPending } = useQuery({
    queryKey: SETUP_KEY,
    queryFn: getSetup,
    enabled: isAsked,
    staleTime: Infinity,
  })
  if (!isAsked) return false
  if (isPending) return null
  // Where it can't be told, the console is of more use than a question.
  return data?.finished === false
}
