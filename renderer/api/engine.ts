/** What the console does with the engine itself. */
import { call } from './http.ts'

/**
 * Ends the connections of the verification environment and starts its SFU anew; resolves when it runs.
 * @throws ApiError FORBIDDEN for who does not look after the installation, SERVICE_UNAVAILABLE
 */
export const restartVerification = () =>
  call<object>({ method: 'POST', path: '/console/api/verification/restart' })
