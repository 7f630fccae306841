/** Setting up a new installation, and the ports of the next start. */
import type {
  ChangeFirstUser,
  FinishSetup,
  FirstUser,
  PortFinding,
  SetupPort,
  SetupPorts,
  SetupState,
} from '../../service/contract/console-setup.ts'
import { call } from './http.ts'

export type PortView = SetupPorts['ports'][number]

export const SETUP_KEY = ['setup'] as const
export const SETUP_PORTS_KEY = ['setup', 'ports'] as const

const path = '/console/api/setup'

export const getSetup = () => call<SetupState>({ method: 'GET', path })
export const getFirstUser = () => call<FirstUser>({ method: 'GET', path: `${path}/user` })
/** @throws ApiError BAD_REQUEST with its members */
export const changeFirstUser = (body: ChangeFirstUser) =>
  call<object>({ method: 'PUT', path: `${path}/user`, body })
export const finishSetup = (body: FinishSetup) =>
  call<{ readonly channelId: string }>({ method: 'POST', path: `${path}/finish`, body })
export const getPorts = () => call<SetupPorts>({ method: 'GET', path: `${path}/ports` })
export const checkPort = (name: SetupPort, port: number) =>
  call<PortFinding>({ method: 'POST', path: `${path}/ports/check`, body: { name, port } })
/** What is left out has its usual number. */
export const choosePorts = (ports: Readonly<Partial<Record<SetupPort, number>>>) =>
  call<SetupPorts>({ method: 'PUT', path: `${path}/ports`, body: { ports } })
