/** Runs on another machine (two-machines.ts) and does what it is told to. */
import { connect } from 'node:tls'
import { startSite } from '../webrtc/site.ts'
import { publishFlv } from '../../service/kit/rtmp/publisher.ts'

export type Task =
  | { readonly kind: 'fetch'; readonly url: string; readonly init?: RequestInit }
  /** Which certificate is presented, whoever made it. */
  | { readonly kind: 'certificate'; readonly host: string; readonly port: number }
  /** Publishes until the end, four times as fast as it was made. */
  | { readonly kind: 'publish'; readonly url: string; readonly flv: string }
  /** Serves the page of SDK clients there; tells its address. */
  | { readonly kind: 'site' }

export interface Said {
  readonly status?: number
  readonly text?: string
  readonly cookie?: string
  /** Code of what went wrong on the way. */
  readonly error?: string
}

async function run(task: Task): Promise<Said> {
  switch (task.kind) {
    case 'fetch': {
      const response = await fetch(task.url, { ...task.init, redirect: 'manual' })
      const cookie = response.headers.getSetCookie()[0] ?? ''
      return { status: response.status, text: await response.text(), cookie }
    }
    case 'certificate':
      return { text: await certificateAt(task) }
    case 'publish':
      await publishFlv({ ...task, realTime: true, speed: 4 }).published
      return {}
    case 'site':
      return { text: (await startSite()).url }
  }
}

function certificateAt({ host, port }: { readonly host: string; readonly port: number }): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port, rejectUnauthorized: false }, () => {
      resolve(socket.getPeerX509Certificate()?.serialNumber ?? '')
      socket.destroy()
    })
    socket.once('error', reject)
  })
}

const codeOf = (error: unknown): string => {
  const { cause, code } = error as { readonly cause?: unknown; readonly code?: string }
  return code ?? (cause === undefined ? String(error) : codeOf(cause))
}

process.on('message', ({ id, task }: { id: number; task: Task }) => {
  void run(task)
    .catch((error: unknown): Said => ({ error: codeOf(error) }))
    .then((said) => process.send?.({ id, said }))
})
process.on('disconnect', () => process.exit(0))
