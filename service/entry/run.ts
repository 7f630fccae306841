import { EXIT_CODES } from '../contract/host-protocol.ts'
import { systemClock } from '../platform/clock.ts'
import type { Host } from '../platform/host.ts'
import type { Logger } from '../platform/logger.ts'
import { InvalidOptionError } from '../control/identity/first-system-options.ts'
import { DamagedStateError } from '../control/store/damaged-state.ts'
import { applyStaged } from '../control/state/staged-state.ts'
import type { ChosenPorts } from '../control/setup/repository.ts'
import { isDamaged } from '../control/store/set-aside.ts'
import type { KeyWrapper } from '../platform/secrets/key-wrapper.ts'
import { openSecrets } from '../platform/secrets/open-secrets.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import type { Settings } from '../platform/settings/command-line.ts'
import { dataFolderError } from '../platform/settings/data-folder-error.ts'
import { prepareDataDirectory } from '../platform/settings/data-directory.ts'
import { demandWritable } from '../platform/settings/given-file.ts'
import { AlreadyRunningError, takeInstanceLock } from '../platform/settings/instance-lock.ts'
import type { InstanceLock } from '../platform/settings/instance-lock.ts'
import { LogFile, createServiceLogger } from '../platform/settings/log-file.ts'
import { PortError } from '../platform/settings/ports.ts'
import { StartError } from '../kit/service-process.ts'
import { CertificateError } from '../platform/tls/given-certificate.ts'
import type { Service } from '../service.ts'
import { startEarly } from './children.ts'
import { CoverageError } from './coverage.ts'
import type { Layout } from './layout.ts'
import { processEnded } from './process-end.ts'

/** The media processes of a run that was killed give themselves 10 s to end their broadcasts. */
const LEFTOVER_PATIENCE_MS = 12_000

/** Those that every start waits for. */
const EARLY = ['ingest', 'origin', 'sfu'] as const

/** The service with what belongs to its process. */
export interface Run {
  readonly service: Service
  readonly logger: Logger
  /** Sentences for the person who started it. */
  readonly notes: readonly string[]
  /** Ends everything, children included. */
  close(): Promise<void>
}

export interface RunParts {
  readonly layout: Layout
  readonly host: Host
  /** The operating system's key store; null without a desktop. */
  readonly wrapper: KeyWrapper | null
}

/** How a run follows another one. */
export interface Succession {
  /** Where the one before listened; none for the first one. */
  readonly keptPorts: ChosenPorts
  /** What the service calls to be ended and started again. */
  restart(): void
}

/**
 * Takes the data folder and starts the service.
 * @throws AlreadyRunningError, PortError, or what else stands in the way; then nothing is left running
 */
export async function startRun(
  settings: Settings,
  { layout, host: base, wrapper }: RunParts,
  succession: Succession,
): Promise<Run> {
  await prepareDataDirectory(settings.dataDir)
  if (settings.readyFile !== null) demandWritable('--ready-file', settings.readyFile)
  const lock = takeInstanceLock(settings.dataDir)
  const log = new LogFile(settings.dataDir)
  const logger = createServiceLogger(settings.logLevel, log)
  let workerPids: readonly number[] = []
  let consoleUrl: string | null = null
  let entry: string | null = null
  /** A note for other programs and the next start. What is on air does not end because the disk is full. */
  const announce = () => {
    try {
      lock.announce({ pid: process.pid, consoleUrl, workerPids, entry })
    } catch (error) {
      logger.error({ err: error }, 'instance.json could not be written')
    }
  }
  // Workers log by themselves, to the same stderr.
  process.env['AIRDESK_LOG_LEVEL'] = settings.logLevel
  const host = startEarly(base, EARLY, (pids) => {
    workerPids = pids
    announce()
  })
  const release = () => {
    host.killAll()
    lock.release()
    log.close()
  }
  try {
    const [{ createService }, secrets] = await Promise.all([
      import('../service.ts'),
      openSecrets({ dataDir: settings.dataDir, wrapper }),
      waitForLeftover(lock, logger),
    ])
    applyStaged(settings.dataDir)
    const { box } = secrets
    const service = await createService({
      ...{ settings, layout, host, logger },
      ...{ clock: systemClock, secrets: box, ...succession },
    })
    consoleUrl = service.localConsoleUrl
    entry = service.standingEntry
    announce()
    const notes = [...secrets.notes, ...service.notes]
    for (const note of notes) logger.info(note)
    logger.info({ version: layout.version, pid: process.pid }, 'ready')
    return {
      service,
      logger,
      notes,
      close: async () => {
        await service.close()
        logger.info('ended')
        release()
      },
    }
  } catch (error) {
    // What is the operator's to settle is told in words; the rest deserves its stack.
    const expected = startFailure(error).exitCode !== EXIT_CODES.failed
    logger[expected ? 'info' : 'error']({ err: error }, 'could not start')
    release()
    // Logs that are damaged are put aside; what is left is the state.
    if (isDamaged(error)) throw new DamagedStateError(settings.dataDir, error)
    throw dataFolderError(settings.dataDir, error) ?? error
  }
}

/** After a kill, media processes are still ending their broadcasts, on the ports that are wanted again. */
async function waitForLeftover({ leftover }: InstanceLock, logger: Logger): Promise<void> {
  if (!leftover) return
  logger.warn({ pid: leftover.pid }, 'the last run ended without closing')
  await Promise.all(leftover.workerPids.map((pid) => processEnded(pid, LEFTOVER_PATIENCE_MS)))
}

export interface StartFailure {
  /** Whole sentences; none where it was said before. */
  readonly text: string
  readonly exitCode: number
}

/** Why the service could not start, for whoever started it. */
export function startFailure(error: unknown): StartFailure {
  const text = error instanceof Error ? error.message : String(error)
  if (error instanceof AlreadyRunningError) return { text, exitCode: EXIT_CODES.alreadyRunning }
  const usage = [UsageError, PortError, InvalidOptionError, CertificateError].some(
    (kind) => error instanceof kind,
  )
  if (usage) return { text, exitCode: EXIT_CODES.usage }
  if (error instanceof CoverageError) return { text, exitCode: EXIT_CODES.lessSeen }
  if (error instanceof StartError) return { text, exitCode: error.exitCode ?? EXIT_CODES.failed }
  return { text, exitCode: EXIT_CODES.failed }
}
