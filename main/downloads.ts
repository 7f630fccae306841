import { app, session } from 'electron'
import { join } from 'node:path'
import { downloadName, isOwnDownload } from './download-name.ts'

/** The operator chooses where each export goes; what is not the console's own is not loaded. */
export function guardDownloads(consoleUrl: () => string | null): void {
  session.defaultSession.on('will-download', (event, item, contents) => {
    if (!isOwnDownload(item.getURL(), contents.getURL(), consoleUrl())) return event.preventDefault()
    item.setSaveDialogOptions({
      defaultPath: join(app.getPath('downloads'), downloadName(item.getFilename())),
    })
  })
}
