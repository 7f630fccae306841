import { useTranslation } from 'react-i18next'
import { Notice } from '../../../ui/Notice.tsx'
import { ObsError } from './obs.ts'

/** Why something was not done in OBS, and what helps. */
export function ObsFailed({ error, port }: { error: Error | null; port: number | string }) {
  const { t } = useTranslation()
  if (error === null) return null
  const fault = error instanceof ObsError ? error.fault : 'other'
  return <Notice tone="fail">{t(`obs.fault.${fault}`, { port, said: error.message })}</Notice>
}
