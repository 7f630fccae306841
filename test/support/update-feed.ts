/** A feed of new versions on loopback, as electron-builder writes one for AppImages, and who asks it in plain Node. */
import { createHash } from 'node:crypto'
import { request } from 'node:http'
import { join } from 'node:path'
import { HttpExecutor, configureRequestOptions, configureRequestUrl } from 'builder-util-runtime'
import { AppImageUpdater, type AppUpdater } from 'electron-updater'
import { startEndpoint, type HttpEndpoint } from './http-endpoint.ts'

export interface UpdateFeed extends HttpEndpoint {
  /** Offers `content` as the AppImage of this version. `sha512` is its own unless given. */
  offer(version: string, content?: string, sha512?: string): void
  /** Answers everything by this. */
  say(status: number, text: string): void
}

export async function startUpdateFeed(): Promise<UpdateFeed> {
  let files = new Map<string, string>()
  let answer: { status: number; text: string } | null = null
  const endpoint = await startEndpoint(({ path }, response) => {
    const text = answer?.text ?? files.get(path.split('?')[0] ?? '')
    const status = answer?.status ?? (text === undefined ? 404 : 200)
    response.writeHead(status, { 'content-length': Buffer.byteLength(text ?? '') }).end(text)
  })
  return {
    ...endpoint,
    offer: (version, content = 'an AppImage', sha512 = sha512Of(content)) => {
      answer = null
      const name = `Airdesk-${version}.AppImage`
      const entry = `  - url: ${name}\n    sha512: ${sha512}\n    size: ${Buffer.byteLength(content)}\n`
      const feed = `version: ${version}\nfiles:\n${entry}path: ${name}\nsha512: ${sha512}\n`
      files = new Map([
        [`/${name}`, content],
        // Each architecture has its own.
        [`/latest-linux${process.arch === 'x64' ? '' : `-${process.arch}`}.yml`, feed],
      ])
    },
    say: (status, text) => (answer = { status, text }),
  }
}

const sha512Of = (content: string) => createHash('sha512').update(content).digest('base64')

/** Requests by Node in place of Electron's network. */
class NodeExecutor extends HttpExecutor<ReturnType<typeof request>> {
  createRequest(options: object, callback: (response: never) => void): ReturnType<typeof request> {
    return request({ ...options, agent: false }, callback as never)
  }

  async download(url: URL, destination: string, options: Parameters<typeof this.downloadToBuffer>[1]) {
    return options.cancellationToken.createPromise<string>((resolve, reject, onCancel) => {
      const wanted = { headers: options.headers ?? undefined }
      configureRequestUrl(url, wanted)
      configureRequestOptions(wanted)
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(wanted, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}

/**
 * electron-updater's own AppImageUpdater without Electron: all but who starts and ends the application.
 * @param folder for its cache; has to be there
 */
export function appImageUpdater(folder: string, version: string): AppUpdater {
  const app = {
    ...{ version, name: 'airdesk', isPackaged: true, whenReady: () => Promise.resolve() },
    ...{ appUpdateConfigPath: join(folder, 'app-update.yml'), userDataPath: folder, baseCachePath: folder },
    ...{ quit: () => undefined, relaunch: () => undefined, onQuit: () => undefined },
  }
  const updater = new AppImageUpdater(null, app)
  return Object.assign(updater, { httpExecutor: new NodeExecutor() })
}
