import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { ApiError } from '../../api/http.ts'
import { getPorts, SETUP_PORTS_KEY } from '../../api/setup.ts'
import { useSignedIn } from '../../stores/session.ts'

/** Why the settings of the system can't be changed; null for its masters. */
export function useSystemReason(): string | null {
  const { t } = useTranslation()
  return useSignedIn().user.isMaster ? null : t('settings.mastersOnly')
}

/** Why the installation's settings can't be seen; null for masters of the first system, undefined while not known. */
export function useInstallationReason(): string | null | undefined {
  const { t } = useTranslation()
  const { isMaster } = useSignedIn().user
  const { data, error } = useQuery({ queryKey: SETUP_PORTS_KEY, queryFn: getPorts, enabled: isMaster })
  if (!isMaster) return t('settings.ownersOnly')
  if (error instanceof ApiError && error.status === 403) return t('settings.ownersOnly')
  return data === undefined && error === null ? undefined : null
}
