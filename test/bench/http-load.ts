/** HTTPS under load, by wrk and h2load: clients that cost less than the servers they are for. */
import { execFile, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { cpuSeconds } from './processes.ts'

/** A server that is loaded. */
export interface Loaded {
  readonly url: string
  /** Its processes. */
  readonly pids: readonly number[]
}

export interface Throughput {
  readonly perSecond: number
  readonly megabytesPerSecond: number
  /** CPU that the server used for each request, µs. */
  readonly cpuMicroseconds: number
}

/** What is missing to load a server; null where nothing is. */
export function missingLoadTools(): string | null {
  const tools = ['/usr/bin/wrk', '/usr/bin/h2load', '/usr/sbin/nginx']
  return tools.find((tool) => spawnSync(tool, ['-v']).error) ?? null
}

const run = promisify(execFile)
const UNITS: Readonly<Record<string, number>> = { B: 1e-6, KB: 1.024e-3, MB: 1.048576, GB: 1073.741824 }

/**
 * As many requests as it takes, over connections that are kept.
 * @throws Error where one fails
 */
export async function saturate(
  { url, pids }: Loaded,
  connections: number,
  seconds: number,
): Promise<Throughput> {
  const used = () => pids.reduce((sum, pid) => sum + cpuSeconds(pid), 0)
  const before = used()
  const { stdout } = await run('/usr/bin/wrk', [
    '-t1',
    `-c${connections}`,
    `-d${seconds}`,
    '--timeout',
    '20',
    url,
  ])
  const cpu = used() - before
  if (/Non-2xx|Socket errors/.test(stdout)) throw new Error(`requests to ${url} failed:\n${stdout}`)
  const count = Number(/(\d+) requests in/.exec(stdout)?.[1])
  const [, size, unit = ''] = /Transfer\/sec:\s+([\d.]+)(\w+)/.exec(stdout) ?? []
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]),
    megabytesPerSecond: Number(size) * (UNITS[unit] ?? Number.NaN),
    cpuMicroseconds: (cpu / count) * 1e6,
  }
}

/** 99th percentile of the time of answer, ms, at `rate` requests/s over 50 connections of HTTP/1.1. */
export async function p99At(url: string, rate: number, seconds: number): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'airdesk-bench-'))
  try {
    const log = join(folder, 'log')
    const each = Math.max(1, Math.round(rate / 50))
    const how = ['--h1', '-t1', '-c50', `--rps=${each}`, '-D', String(seconds), `--log-file=${log}`, url]
    await run('/usr/bin/h2load', how, { maxBuffer: 64 * 1024 * 1024 })
    const lines = readFileSync(log, 'utf8')
      .trim()
      .split('\n')
      .map((line) => line.split('\t'))
    const failed = lines.filter(([, status]) => status !== '200').length
    if (failed > 0) throw new Error(`${failed} requests to ${url} failed`)
    const times = lines.map(([, , microseconds]) => Number(microseconds)).sort((a, b) => a - b)
    return (times[Math.floor(times.length * 0.99)] ?? Number.NaN) / 1000
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
