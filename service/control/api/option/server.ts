import type { ListenAddress } from '../../../contract/worker-protocol.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Login } from '../../identity/login.ts'
import { createHttpServer, listen } from '../http/server.ts'
import type { Listening } from '../http/server.ts'
import { optionForm } from './form.ts'
import { loginRoute } from './routes/login.ts'

export interface OptionApiOptions {
  /** Port 0 takes any free one. */
  readonly address: ListenAddress
  readonly login: Pick<Login, 'login'>
  readonly logger: Logger
  /** Names and addresses that the API is reached by, besides loopback and its own address. */
  readonly hosts?: () => readonly string[]
  /** Origins of pages that may call; none by default. */
  readonly origins?: () => readonly string[]
}

/**
 * The listener of the option API, so far with login only; other paths do not exist yet.
 * @throws the system's error, with code EADDRINUSE when the port is taken
 */
export function startOptionApi(options: OptionApiOptions): Promise<Listening> {
  const server = createHttpServer({ ...options, form: optionForm })
  loginRoute(server, options.login)
  return listen(server, options.address)
}
