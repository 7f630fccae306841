/** Setting up a new installation, and the ports of the next start. */
import type {
  ChangeFirstUser,
  FinishSetup,
  SetupPort,
  SetupPorts,
} from '../../service/contract/console/setup.ts'
import { keep, queries, SETUP_KEY } from '../queries.ts'
import { api, call } from './client.ts'

export type PortView = SetupPorts['ports'][number]

export const SETUP_PORTS_KEY = ['setup', 'ports'] as const

export const getSetup = () => call(api.setup.read)
/** Reads it before anybody shows it; a failure is told to whoever reads it then. @returns true once it is finished */
export async function readSetup(): Promise<boolean> {
  await queries.prefetchQuery({ queryKey: SETUP_KEY, queryFn: getSetup, staleTime: Infinity })
  return queries.getQueryData<Awaited<ReturnType<typeof getSetup>>>(SETUP_KEY)?.finished === true
}
export const getFirstUser = () => call(api.setup.firstUser)
/** @throws ApiError BAD_REQUEST with its members */
export const changeFirstUser = (body: ChangeFirstUser) => call(api.setup.changeFirstUser, { body })
export const finishSetup = (body: FinishSetup) => call(api.setup.finish, { body })
export const getPorts = () => call(api.setup.ports)
export const checkPort = (name: SetupPort, port: number) =>
  call(api.setup.checkPort, { body: { name, port } })
/** What is left out has its usual number. */
export const choosePorts = (ports: Readonly<Partial<Record<SetupPort, number>>>) =>
  call(api.setup.choosePorts, { body: { ports } }).then((view) => keep(SETUP_PORTS_KEY, view))
