/** Janus, the SFU that ours is measured against, as a process of its own with VideoRoom. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { waitFor } from '../wait-for.ts'
import { connectToJanus } from './room.ts'

/** Where Debian's package `janus` puts it. */
const PROGRAM = '/usr/bin/janus'
const LIBRARIES = '/usr/lib/x86_64-linux-gnu/janus'

export const janusIsInstalled = () => existsSync(PROGRAM) && existsSync(LIBRARIES)

export interface Janus {
  readonly pid: number
  /** WebSocket address of its API. */
  readonly url: string
  stop(): Promise<void>
}

/** @param command what runs it, such as `taskset -c 0`; nothing by default */
export async function startJanus(command: readonly string[] = []): Promise<Janus> {
  const folder = await mkdtemp(join(tmpdir(), 'airdesk-janus-'))
  const port = await freePort()
  await writeConfiguration(folder, port)
  const [program, ...args] = [...command, PROGRAM, '--configs-folder', folder]
  const child = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], cwd: folder })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (text: Buffer) => (output = (output + text.toString()).slice(-10_000)))
  }
  const exited = once(child, 'exit')
  // It would outlive whoever started it.
  process.once('exit', () => child.kill('SIGKILL'))
  const url = `ws://127.0.0.1:${port}`
  await waitFor(async () => {
    if (child.exitCode !== null) throw new Error(`Janus ended:\n${output}`)
    const socket = await connectToJanus(url)
    socket.close()
    return true
  }, 'Janus to listen')
  return {
    pid: child.pid ?? 0,
    url,
    stop: async () => {
      child.kill('SIGKILL')
      await exited
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** VideoRoom over WebSockets and nothing else; all other settings are Janus's own. */
async function writeConfiguration(folder: string, port: number): Promise<void> {
  for (const name of ['events', 'loggers']) mkdirSync(join(folder, name))
  const general = [
    `configs_folder = "${folder}"`,
    `plugins_folder = "${LIBRARIES}/plugins"`,
    `transports_folder = "${LIBRARIES}/transports"`,
    `events_folder = "${folder}/events"`,
    `loggers_folder = "${folder}/loggers"`,
    'debug_level = 2',
  ]
  const others = ['audiobridge', 'duktape', 'echotest', 'lua', 'nosip', 'recordplay', 'sip', 'streaming']
  const disabled = [...others, 'textroom', 'videocall', 'voicemail'].map((name) => `libjanus_${name}.so`)
  const transports = ['http', 'mqtt', 'nanomsg', 'pfunix', 'rabbitmq'].map((name) => `libjanus_${name}.so`)
  await writeFile(
    join(folder, 'janus.jcfg'),
    [
      `general: { ${general.join('\n')} }`,
      `plugins: { disable = "${disabled.join(',')}" }`,
      `transports: { disable = "${transports.join(',')}" }`,
    ].join('\n'),
  )
  await writeFile(
    join(folder, 'janus.transport.websockets.jcfg'),
    `general: { json = "compact"\nws = true\nws_port = ${port}\nws_ip = "127.0.0.1"\nwss = false }\nadmin: { admin_ws = false }`,
  )
  await writeFile(join(folder, 'janus.plugin.videoroom.jcfg'), 'general: { }')
}
