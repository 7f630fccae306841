import { Readable } from 'node:stream'
import type { auditApi } from '../../../../contract/console/audit.ts'
import type { AuditEntry } from '../../../../contract/console/audit.ts'
import type { AuditScope } from '../../../audit/audit-store.ts'
import type { Caller } from '../../option/define-endpoint.ts'
import type { Handlers } from '../handlers.ts'
import type { ConsoleParts } from '../console-parts.ts'

/** Who did what in a system; its owner also sees what was done to the installation. */
export function auditRoutes({
  auditReader,
  administration,
  quotas,
}: Pick<ConsoleParts, 'auditReader' | 'administration' | 'quotas'>): Handlers<typeof auditApi> {
  const scopeOf = ({ system: { id: systemId } }: Caller): AuditScope => ({
    systemId,
    installation: administration.ownsInstallation(systemId),
  })
  return {
    list: ({ caller, query }) => auditReader.list(scopeOf(caller), query),
    export: ({ caller, body, reply }) => {
      reply.raw.once('close', quotas.beginExport(caller.system.id))
      return {
        content: Readable.from(linesOf(auditReader.all(scopeOf(caller), body))),
        headers: { 'content-disposition': 'attachment; filename="airdesk-audit.jsonl"' },
      }
    },
  }
}

async function* linesOf(entries: AsyncIterable<AuditEntry>): AsyncIterable<string> {
  for await (const entry of entries) yield `${JSON.stringify(entry)}\n`
}
