import { EventEmitter } from 'node:events'
import { mkdirSync, renameSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Browser } from './devtools.ts'
import { Preventable } from './preventable.ts'
import { session } from './session.ts'

/** The page of each tab, by the tab's target: a download names its frame. */
export const pagesByTarget = new Map<string, object>()

/** A download, decided within the event that tells of it. */
class DownloadItem extends EventEmitter {
  readonly #url: string
  readonly #filename: string
  #dialog: { readonly defaultPath?: string } = {}
  #savePath = ''

  constructor(url: string, filename: string) {
    super()
    this.#url = url
    this.#filename = filename
  }

  getURL = () => this.#url
  getFilename = () => this.#filename
  getSavePath = () => this.#savePath
  setSavePath = (path: string) => void (this.#savePath = path)
  getSaveDialogOptions = () => this.#dialog
  setSaveDialogOptions = (options: { readonly defaultPath?: string }) => void (this.#dialog = options)
}

/**
 * Asks the session about each download. One that nobody gives a path would ask the operator for it, who is
 * not there: it is cancelled.
 * @param folder where files lie until they are whole
 */
export function followDownloads(browser: Browser, folder: string): void {
  const items = new Map<string, DownloadItem>()
  mkdirSync(folder, { recursive: true })
  const options = { behavior: 'allowAndName', downloadPath: folder, eventsEnabled: true }
  browser.send('Browser.setDownloadBehavior', options).catch(() => undefined)
  browser.listen('', (method, params) => {
    const guid = String(params.guid)
    if (method === 'Browser.downloadWillBegin') {
      const item = new DownloadItem(String(params.url), String(params.suggestedFilename))
      const event = new Preventable()
      session.defaultSession.emit('will-download', event, item, pagesByTarget.get(String(params.frameId)))
      if (!event.defaultPrevented && item.getSavePath() !== '') items.set(guid, item)
      else browser.send('Browser.cancelDownload', { guid }).catch(() => undefined)
    }
    const item = items.get(guid)
    if (method !== 'Browser.downloadProgress' || params.state === 'inProgress' || !item) return
    items.delete(guid)
    if (params.state === 'completed') {
      mkdirSync(dirname(item.getSavePath()), { recursive: true })
      renameSync(join(folder, guid), item.getSavePath())
    }
    item.emit('done', {}, params.state === 'completed' ? 'completed' : 'cancelled')
  })
}
