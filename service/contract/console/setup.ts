/** Setting up a new installation, and its ports. */
import { z } from 'zod'
import { accessCodeSchema, anyPasswordSchema, newEmailSchema, nameSchema } from '../option-api.ts'
import { breaks } from '../refusal/carried.ts'
import { secret } from '../secret.ts'
import { anyText, idText } from '../text.ts'
import { nothing } from './nothing.ts'
import { json } from './route.ts'
import type { Shown } from './route.ts'

/** Every listener whose port can be chosen, as on the command line. */
export const SETUP_PORTS = [
  'rtmp',
  'media',
  'media-http',
  'console',
  'option',
  'live',
  'signaling',
  'sfu',
  'sfu-verification',
  'player',
] as const
export type SetupPort = (typeof SETUP_PORTS)[number]

const setupStateResponse = z.strictObject({
  /** True too for those who are not asked: everybody but masters of the first system. */
  finished: z.boolean(),
})

const portName = z.enum(SETUP_PORTS, { error: breaks('oneOf', { values: SETUP_PORTS }) })
const PORT_RULE = breaks('integer', { min: 1, max: 65_535 })
export const portNumberSchema = z.int(PORT_RULE).min(1, PORT_RULE).max(65_535, PORT_RULE)

const checkPortRequest = z.object({ name: portName, port: portNumberSchema })
const choosePortsRequest = z.object({
  /** What is left out has its usual number again. */
  ports: z
    .partialRecord(portName, portNumberSchema, { error: breaks('ports') })
    .refine(
      (ports) => new Set(Object.values(ports)).size === Object.keys(ports).length,
      breaks('portsDiffer'),
    ),
})

/** What was found out about a port. */
export const portFindingResponse = z.strictObject({
  /** `ours`: this service listens there. `refused`: the operating system does not give it to this user. */
  state: z.enum(['free', 'ours', 'held', 'refused']),
  /** Of a port that is held; null where that can't be found out. */
  heldBy: z.strictObject({ program: anyText.nullable(), pid: z.int() }).nullable(),
  /** The next one that is free or ours; null unless held or refused, and where there is none. */
  next: z.int().nullable(),
})
export type PortFinding = Shown<typeof portFindingResponse>

export const setupPortsResponse = z.strictObject({
  ports: z.array(
    portFindingResponse.extend({
      name: portName,
      /** Where it listens now; null before it listens. */
      running: z.int().nullable(),
      /** Where it will at the next start; `state` is of this one. */
      wanted: z.int().nullable(),
      /** True where the command line decides. */
      fixed: z.boolean(),
    }),
  ),
  /** Whether others than this machine can connect. */
  reach: z.enum(['loopback', 'network']),
  /** How what others send is protected: `files` and `local` by TLS, `plain` not at all. */
  protection: z.enum(['loopback', 'files', 'local', 'plain']),
  /** True where the certificate authority took the place of another within 30 days. */
  isAuthorityNew: z.boolean(),
  /** `--host`. */
  host: anyText,
  /** True where this start takes any free ports and the chosen ones do not count. */
  anyFree: z.boolean(),
})
export type SetupPorts = Shown<typeof setupPortsResponse>

/** The user whom the installation was made with. */
export const firstUserResponse = z.strictObject({
  name: anyText,
  email: anyText,
  /** Null where only its hash is known. */
  password: secret('password', anyText).nullable(),
  accessCode: secret('accessCode', anyText).nullable(),
})
export type FirstUser = Shown<typeof firstUserResponse>

/** What is left out stays. */
export const changeFirstUserRequest = z.object({
  name: nameSchema.optional(),
  email: newEmailSchema.optional(),
  password: anyPasswordSchema.optional(),
  accessCode: secret('accessCode', accessCodeSchema).optional(),
})
export type ChangeFirstUser = z.output<typeof changeFirstUserRequest>

export const finishSetupRequest = z.object({
  data: z.enum(['empty', 'demo'], { error: breaks('oneOf', { values: ['empty', 'demo'] }) }),
  /** Of the names that are made up. */
  language: z.enum(['en', 'ja'], { error: breaks('oneOf', { values: ['en', 'ja'] }) }),
})
export type FinishSetup = z.output<typeof finishSetupRequest>
export const finishSetupResponse = z.strictObject({ channelId: idText })

const path = '/console/api/setup'
const user = `${path}/user` as const
const ports = `${path}/ports` as const

/** `FORBIDDEN` also once set-up is finished, for the first user and for finishing. */
export const setupApi = {
  read: json({
    method: 'GET',
    path,
    who: 'signed-in',
    summary: 'Whether set-up is finished.',
    answer: setupStateResponse,
  }),
  firstUser: json({
    method: 'GET',
    path: user,
    who: 'owner',
    summary: 'The user whom the installation was made with, with what is known in clear.',
    audit: 'secret.shown',
    answer: firstUserResponse,
  }),
  changeFirstUser: json({
    method: 'PUT',
    path: user,
    who: 'owner',
    summary: 'Changes the first user; the session that asks stays.',
    audit: 'user.changed',
    body: changeFirstUserRequest,
    answer: nothing,
  }),
  finish: json({
    method: 'POST',
    path: `${path}/finish`,
    who: 'owner',
    summary: 'Makes all that was chosen, or nothing; answers the channel for the test picture.',
    audit: 'setup.finished',
    body: finishSetupRequest,
    answer: finishSetupResponse,
  }),
  ports: json({
    method: 'GET',
    path: ports,
    who: 'owner',
    summary: 'Ports of this start and of the next.',
    answer: setupPortsResponse,
  }),
  checkPort: json({
    method: 'POST',
    path: `${ports}/check`,
    who: 'owner',
    summary: 'Finds out whether a port is free.',
    audit: null,
    body: checkPortRequest,
    answer: portFindingResponse,
  }),
  choosePorts: json({
    method: 'PUT',
    path: ports,
    who: 'owner',
    summary: 'Chooses ports; counts from the next start.',
    audit: 'ports.changed',
    body: choosePortsRequest,
    answer: setupPortsResponse,
  }),
}
