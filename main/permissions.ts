import { session } from 'electron'
import { isPermitted } from './permission-rules.ts'

/** @param consoleUrl asked at each request, for it changes with the service's port */
export function guardPermissions(consoleUrl: () => string | null): void {
  session.defaultSession.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(isPermitted(permission, details.requestingUrl, consoleUrl())),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission, origin) =>
    isPermitted(permission, origin, consoleUrl()),
  )
}
