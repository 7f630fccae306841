/** The audit log. For masters. */
import type { AuditFilter } from '../../service/contract/console/audit.ts'
import { api, call, download } from './client.ts'

/** Newest first. @param before `next` of the page before @throws ApiError */
export const listAudit = (filter: AuditFilter, limit: number, before: number | null) =>
  call(api.audit.list, { query: { ...filter, limit, before: before ?? undefined } })

/** What the filter finds, as a file of JSON lines; which is an entry itself. @throws ApiError */
export const exportAudit = (filter: AuditFilter): Promise<Blob> => download(api.audit.export, filter)
