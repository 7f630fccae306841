import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

type SecondInstance = (argv: string[], folder: string) => void

/** One instance for each data folder: a file with the holder's number, and a socket to tell it of others. */
export class InstanceLock {
  #file = ''
  #socket = ''
  #server: Server | undefined
  #handover: Promise<void> | undefined

  /** True for the first instance on a folder; a later one tells the first its command line. */
  acquire(folder: string, onSecond: SecondInstance): boolean {
    if (this.#server) return true
    mkdirSync(folder, { recursive: true })
    this.#file = join(folder, 'SingletonLock')
    // Paths of sockets are short, so not in the folder itself.
    const name = createHash('sha256').update(folder).digest('hex').slice(0, 16)
    this.#socket = join(tmpdir(), `electron-stand-in-${name}.sock`)
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
