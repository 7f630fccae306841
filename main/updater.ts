/** Asks the feed for new versions, downloads and installs them: electron-updater behind what `Updates` needs. */
import type { AppUpdater } from 'electron-updater'
import type { UpdateFault, UpdatesOff } from '../service/contract/desktop-bridge.ts'
import { feedIn } from './feed.ts'

export interface Updater {
  /**
   * @returns the version that is newer than this one; null when none is
   * @throws UpdateError
   */
  check(): Promise<string | null>
  /**
   * Downloads what `check` found and compares its checksum.
   * @param onPercent 0 to 100
   * @throws UpdateError
   */
  download(onPercent: (percent: number) => void): Promise<void>
  /**
   * The last act of this process: starts the installation, which ends the application.
   * @param failed called when it could not be started; the application then still runs
   */
  install(failed: (error: UpdateError) => void): void
}

export class UpdateError extends Error {
  readonly fault: UpdateFault

  constructor(fault: UpdateFault, detail: string, cause: unknown) {
    super(detail, { cause })
    this.fault = fault
  }
}

/** The library would send a random number that it keeps for this computer; every Airdesk sends this instead. */
const SAME_FOR_ALL = { 'x-user-staging-id': '' }
const DETAIL_LENGTH = 200

/** @param load called when something is first asked for: without a question nothing of the library is loaded */
export class FeedUpdater implements Updater {
  readonly #feed: URL
  readonly #load: () => Promise<AppUpdater>
  #updater: Promise<AppUpdater> | null = null

  constructor(feed: URL, load: () => Promise<AppUpdater> = loadUpdater) {
    this.#feed = feed
    this.#load = load
  }

  async check(): Promise<string | null> {
    try {
      const found = await (await this.#open()).checkForUpdates()
      // Null where the library sees no package that it could replace.
      if (found === null) throw new Error('This package cannot be replaced by a new one.')
      return found.isUpdateAvailable ? found.updateInfo.version : null
    } catch (error) {
      throw asUpdateError(error)
    }
  }

  async download(onPercent: (percent: number) => void): Promise<void> {
    const updater = await this.#open()
    const tell = ({ percent }: { percent: number }) => onPercent(percent)
    updater.on('download-progress', tell)
    try {
      await updater.downloadUpdate()
    } catch (error) {
      throw asUpdateError(error)
    } finally {
      updater.off('download-progress', tell)
    }
  }

  install(failed: (error: UpdateError) => void): void {
    void this.#open().then((updater) => {
      updater.once('error', (error) => failed(asUpdateError(error)))
      updater.quitAndInstall()
    })
  }

  #open(): Promise<AppUpdater> {
    this.#updater ??= this.#load().then((updater) => this.#settle(updater))
    return this.#updater
  }

  #settle(updater: AppUpdater): AppUpdater {
    updater.setFeedURL({ provider: 'generic', url: this.#feed.href })
    updater.requestHeaders = SAME_FOR_ALL
    updater.autoDownload = false
    updater.autoInstallOnAppQuit = false
    updater.allowDowngrade = false
    // What goes wrong is told by the calls.
    updater.logger = null
    return updater
  }
}

/** @param resources folder of the packed application's resources */
export function updaterFor(resources: string): {
  readonly updater: Updater | UpdatesOff
  /** Host that is asked; null where none is. */
  readonly from: string | null
} {
  const feed = feedIn(resources)
  return typeof feed === 'string'
    ? { updater: feed, from: null }
    : { updater: new FeedUpdater(feed), from: feed.host }
}

async function loadUpdater(): Promise<AppUpdater> {
  const { autoUpdater } = await import('electron-updater')
  return autoUpdater
}

const UNREADABLE = /^ERR_UPDATER_(INVALID_(UPDATE_INFO|VERSION)|NO_(CHECKSUM|FILES_PROVIDED)|.*_NOT_FOUND)$/
const UNREACHABLE = /^(HTTP_ERROR_\d+|E[A-Z]+)$|^ERR_UPDATER_CHANNEL_FILE_NOT_FOUND$/

/** Words of Chromium's network, which have no code; those of a refused download; a connection that stood still. */
const UNREACHABLE_WORDS = /^net::ERR_|^Cannot download ".*", status \d+|^Request (timed out|has been aborted)/

/** By the library's codes; its words are kept in one line. */
export function asUpdateError(error: unknown): UpdateError {
  if (error instanceof UpdateError) return error
  const [detail = ''] = (error instanceof Error ? error.message : String(error)).split('\n')
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  // What a feed says is read without looking at its form.
  const isStumble = error instanceof TypeError
  return new UpdateError(faultOf(code, detail, isStumble), detail.slice(0, DETAIL_LENGTH), error)
}

function faultOf(code: string, detail: string, isStumble: boolean): UpdateFault {
  if (code === 'ERR_CHECKSUM_MISMATCH') return 'checksum'
  if (code === 'ERR_UPDATER_INVALID_SIGNATURE') return 'signature'
  if (UNREACHABLE.test(code) || UNREACHABLE_WORDS.test(detail)) return 'unreachable'
  return UNREADABLE.test(code) || isStumble ? 'unreadable' : 'other'
}
