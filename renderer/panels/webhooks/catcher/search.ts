/** The addresses of the catchers and of the verification. Pure. */
import { textsOf, type Address } from '../../../ui/address.ts'

export interface CatcherSearch {
  /** The catcher that is shown; the first one where it is not given. */
  readonly name?: string
  /** Sequence of the request whose details are shown. */
  readonly request?: string
}
export const readCatcherSearch = (address: Address): CatcherSearch => textsOf(address, ['name', 'request'])

/** What is to be verified: an attempt at a webhook, the last where none is given, or what a catcher got. */
export interface VerifySearch {
  readonly event?: string
  readonly attempt?: string
  readonly catcher?: string
  readonly request?: string
}
export const readVerifySearch = (address: Address): VerifySearch =>
  textsOf(address, ['event', 'attempt', 'catcher', 'request'])
