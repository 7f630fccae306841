import type { SessionFinding } from '../../service/contract/console/health.ts'

/** What a finding is called in the address. */
export const findingKey = ({ code, since }: Pick<SessionFinding, 'code' | 'since'>) => `${code}-${since}`
