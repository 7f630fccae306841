// Requests of the main process, by Node's own client in place of Chromium's.
import { EventEmitter } from 'node:events'
import { request as requestHttp, type ClientRequest, type RequestOptions } from 'node:http'
import { request as requestHttps } from 'node:https'

export const net = {
  /** Redirects are answers here, as `redirect: 'manual'` wants them. */
  request: ({ protocol, hostname, port, path, headers, method }: RequestOptions): ClientRequest => {
    const wanted = { protocol, hostname, port, path, headers, method, agent: false as const }
    return protocol === 'http:' ? requestHttp(wanted) : requestHttps(wanted)
  },
}

/** Told of an update's installation; installs nothing itself, as on Linux. */
export const autoUpdater = new EventEmitter()
