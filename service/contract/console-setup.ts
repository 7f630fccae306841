/**
 * The console API for setting up a new installation, and for its ports. Paths, authentication and errors as
 * in `console.ts`.
 *
 *   GET    /console/api/setup                                → SetupState, for everybody
 *
 * For masters of the first system:
 *
 *   GET    /console/api/setup/ports                          → SetupPorts
 *   POST   /console/api/setup/ports/check   { name, port }   → PortFinding
 *   PUT    /console/api/setup/ports         { ports }        → SetupPorts; counts from the next start
 *
 * For them while set-up is not finished, 403 FORBIDDEN afterwards:
 *
 *   GET    /console/api/setup/user                           → FirstUser, with what is known in clear
 *   PUT    /console/api/setup/user          ChangeFirstUser  → {}; the session that asks stays
 *   POST   /console/api/setup/finish        FinishSetup      → { channelId }, of the channel for the test
 *          picture; makes all of it and finishes, or does nothing
 */
import { z } from 'zod'
import { accessCodeSchema, emailSchema, nameSchema, passwordSchema } from './option-api.ts'
import { secret } from './secret.ts'
import { anyText, idText } from './text.ts'

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

export const setupStateResponse = z.strictObject({
  /** True too for those who are not asked: everybody but masters of the first system. */
  finished: z.boolean(),
})
export type SetupState = z.output<typeof setupStateResponse>

const portName = z.enum(SETUP_PORTS, { error: `must be one of ${SETUP_PORTS.join(', ')}` })
const PORT_RULE = 'must be an integer from 1 to 65535'
export const portNumberSchema = z.int(PORT_RULE).min(1, PORT_RULE).max(65_535, PORT_RULE)

export const checkPortRequest = z.object({ name: portName, port: portNumberSchema })
export const choosePortsRequest = z.object({
  /** What is left out has its usual number again. */
  ports: z
    .partialRecord(portName, portNumberSchema, { error: 'must be an object of port numbers by name' })
    .refine((ports) => new Set(Object.values(ports)).size === Object.keys(ports).length, 'must differ'),
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
export type PortFinding = z.output<typeof portFindingResponse>

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
  /** `--host`. */
  host: anyText,
  /** True where this start takes any free ports and the chosen ones do not count. */
  anyFree: z.boolean(),
})
export type SetupPorts = z.output<typeof setupPortsResponse>

/** The user whom the installation was made with. */
export const firstUserResponse = z.strictObject({
  name: anyText,
  email: anyText,
  /** Null where only its hash is known. */
  password: secret('password', anyText).nullable(),
  accessCode: secret('accessCode', anyText).nullable(),
})
export type FirstUser = z.output<typeof firstUserResponse>

/** What is left out stays. */
export const changeFirstUserRequest = z.object({
  name: nameSchema.optional(),
  email: emailSchema.optional(),
  password: secret('password', passwordSchema).optional(),
  accessCode: secret('accessCode', accessCodeSchema).optional(),
})
export type ChangeFirstUser = z.output<typeof changeFirstUserRequest>

export const finishSetupRequest = z.object({
  data: z.enum(['empty', 'demo'], { error: 'must be empty or demo' }),
  /** Of the names that are made up. */
  language: z.enum(['en', 'ja'], { error: 'must be en or ja' }),
})
export type FinishSetup = z.output<typeof finishSetupRequest>
export const finishSetupResponse = z.strictObject({ channelId: idText })
