import { connectAirdesk, startAirdesk } from './airdesk.ts'
import type { Airdesk, StartOptions } from './airdesk.ts'
import { isAround } from './running-service.ts'

/** What is of the whole service: one worker would move it under the tests of another. */
const SHARED = ['clock', 'faults', 'record', 'coverage', 'snapshot', 'restore', 'reset'] as const

/**
 * What the tests of a worker have: a service of its own or, where `airdesk exec` runs them and the worker asks for
 * nothing special, a system of its own in the service around them, whose report then has what they call.
 */
export async function workerService(options: StartOptions): Promise<Airdesk> {
  const isSpecial = Object.values(options).some((value) => value !== undefined)
  if (!isAround(process.env)) return startAirdesk(options)
  if (!isSpecial) return joinService()
  process.stderr.write(
    'airdesk: airdeskOptions give these tests a service of their own: no report, coverage or record of the airdesk exec around them has what they call\n',
  )
  return startAirdesk(options)
}

async function joinService(): Promise<Airdesk> {
  const service = await connectAirdesk()
  try {
    const system = await service.system()
    const close = async () => {
      await system.close()
      await service.close()
    }
    return {
      ...{ ...service, ...system, ...refused() },
      // It says it on stderr of whoever started it.
      output: () => '',
      close,
      [Symbol.asyncDispose]: close,
    }
  } catch (error) {
    await service.close()
    throw error
  }
}

function refused(): Pick<Airdesk, (typeof SHARED)[number]> {
  return Object.fromEntries(SHARED.map((name) => [name, refusing(name)])) as never
}

/** In place of a member, called or looked into: whoever only copies the members meets no error. */
function refusing(name: string): unknown {
  const refuse = (): never => {
    throw new Error(
      `airdesk.${name} is of the whole service, which all workers of airdesk exec share. Give these tests a service of their own: airdeskOptions with { emulator: true }, or startAirdesk.`,
    )
  }
  return new Proxy(refuse, { get: refuse, apply: refuse })
}
