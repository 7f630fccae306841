import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SecondInstance = (argv: string[], folder: string) => void

/** One instance for each data folder: a file with the holder's number, and a socket to tell it of others. */
export class InstanceLock {
  readonly #folder: string
  readonly #file: string
  readonly #socket: string
  #server: Server | undefined
  #handover: Promise<void> | undefined

  constructor(userData: string) {
    this.#folder = userData
    this.#file = join(userData, 'SingletonLock')
    // Paths of sockets are short, so not in the folder itself.
    const name = createHash('sha256').update(userData).digest('hex').slice(0, 16)
    this.#socket = join(tmpdir(), `electron-stand-in-${name}.sock`)
  }

  /** True for the first instance; a later one tells the first its command line. */
  acquire(onSecond: SecondInstance): boolean {
    if (this.#server) return true
    mkdirSync(this.#folder, { recursive: true })
    if (this.#holderLives()) {
      this.#handover = this.#tellHolder()
      return false
    }
    writeFileSync(this.#file, String(process.pid))
    rmSync(this.#socket, { force: true })
    this.#server = createServer((peer) => {
      let text = ''
      peer.on('data', (chunk) => (text += chunk.toString()))
      peer.on('end', () => {
        const { argv, folder } = JSON.parse(text) as { argv: string[]; folder: string }
        onSecond(argv, folder)
      })
    }).listen(this.#socket)
    this.#server.unref()
    return true
  }

  async release(): Promise<void> {
    await this.#handover
    if (!this.#server) return
    this.#server.close()
    rmSync(this.#file, { force: true })
  }

  #holderLives(): boolean {
    try {
      return process.kill(Number(readFileSync(this.#file, 'utf8')), 0)
    } catch {
      return false
    }
  }

  #tellHolder(): Promise<void> {
    return new Promise((resolve) => {
      const peer = connect(this.#socket, () =>
        peer.end(JSON.stringify({ argv: process.argv, folder: process.cwd() })),
      )
      peer.on('close', () => resolve())
      peer.on('error', () => resolve())
    })
  }
}
