import { execFileSync } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { expect, test } from 'vitest'
import { findPortHolder, parseLsof, parseNetstat, parseProcNet, parseTasklist } from './port-holder.ts'

const PROC = `  sl  local_address rem_address   st tx_queue rx_queue tr tm->when retrnsmt   uid  timeout inode
   0: 0100007F:078F 00000000:0000 0A 00000000:00000000 00:00000000 00000000     0        0 51234 1 0000000000000000
   1: 0100007F:078F 0100007F:C001 01 00000000:00000000 00:00000000 00000000     0        0 51300 1 0000000000000000
   2: 00000000:1F90 00000000:0000 0A 00000000:00000000 00:00000000 00000000  1000        0 51400 1 0000000000000000
`
const NETSTAT = `
Aktive Verbindungen

  Proto  Lokale Adresse         Remoteadresse          Status           PID
  TCP    127.0.0.1:1935         127.0.0.1:50001        HERGESTELLT     77
  TCP    0.0.0.0:11935          0.0.0.0:0              ABHÖREN         78
  TCP    0.0.0.0:1935           0.0.0.0:0              ABHÖREN         2114
  TCP    [::]:8080              [::]:0                 ABHÖREN         4
  UDP    0.0.0.0:8445           *:*                                    3120
`

test('a row of /proc/net/tcp counts where it listens on the port', () => {
  expect(parseProcNet(PROC, 1935, 'tcp')).toEqual(['51234'])
  expect(parseProcNet(PROC, 8080, 'tcp')).toEqual(['51400'])
  expect(parseProcNet(PROC, 1936, 'tcp')).toEqual([])
  expect(parseProcNet('nonsense', 1935, 'tcp')).toEqual([])
})

test('a row of /proc/net/udp counts where it has no peer', () => {
  const table = PROC.replace(' 0A ', ' 07 ')
  expect(parseProcNet(table, 1935, 'udp')).toEqual(['51234'])
  expect(parseProcNet(table, 8080, 'udp')).toEqual([])
})

test('netstat is read in any language', () => {
  expect(parseNetstat(NETSTAT, 1935, 'tcp')).toBe(2114)
  expect(parseNetstat(NETSTAT, 8080, 'tcp')).toBe(4)
  expect(parseNetstat(NETSTAT, 50001, 'tcp')).toBeNull()
  expect(parseNetstat(NETSTAT, 8445, 'udp')).toBe(3120)
  expect(parseNetstat(NETSTAT, 8445, 'tcp')).toBeNull()
  expect(parseNetstat(NETSTAT, 1935, 'udp')).toBeNull()
})

test('tasklist and lsof give the program', () => {
  expect(parseTasklist('"nginx.exe","2114","Console","1","9,876 K"\r\n')).toBe('nginx.exe')
  expect(parseTasklist('INFO: No tasks are running which match the specified criteria.')).toBeNull()
  expect(parseLsof('p2114\ncnginx\nf6\n')).toEqual({ pid: 2114, program: 'nginx' })
  expect(parseLsof('')).toBeNull()
})

test('a port that nobody holds has no holder', async () => {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  expect(await findPortHolder(port)).toBeNull()
})

test('lsof, as macOS has it, agrees with this process', async () => {
  try {
    execFileSync('lsof', ['-v'], { stdio: 'ignore' })
  } catch {
    console.warn('lsof is not installed: its answer was not asked')
    return
  }
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const holder = await findPortHolder((server.address() as AddressInfo).port, 'tcp', 'darwin')
  server.close()
  expect(holder?.pid).toBe(process.pid)
})
