/** What the console does with the engine itself. */
import type { z } from 'zod'
import type { stoppedRequest } from '../../service/contract/console/installation.ts'
import { api, call, fileAddress } from './client.ts'

/**
 * Ends the connections of the verification environment and starts its SFU anew; resolves when it runs.
 * @throws ApiError FORBIDDEN for who does not look after the installation, SERVICE_UNAVAILABLE
 */
export const restartVerification = () => call(api.installation.restartVerification)

/** @throws ApiError FORBIDDEN for who does not look after the installation */
export const readDiagnostics = () => call(api.installation.diagnostics)

/** Takes note in the engine's log of a part of the console that stopped. */
export const reportStopped = (body: z.input<typeof stoppedRequest>) =>
  call(api.installation.stopped, { body })

/** Where the certificate authority is downloaded. */
export const CERTIFICATE_AUTHORITY = fileAddress(api.installation.certificateAuthority)
