import { readFileSync, readdirSync, readlinkSync } from 'node:fs'

/**
 * The process among some that has a UDP port of 127.0.0.1 open (Linux: /proc). Their order by pid tells nothing, as
 * pids begin anew.
 * @throws Error where none of them has it
 */
export function holderOfUdpPort(port: number, pids: readonly number[]): number {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`
  const rows = readFileSync('/proc/net/udp', 'utf8').split('\n').slice(1)
  const fields = rows.map((row) => row.trim().split(/\s+/))
  const inodes = fields.filter(([, local]) => local === address).map((row) => `socket:[${row[9]}]`)
  const holder = pids.find((pid) => linksOf(pid).some((link) => inodes.includes(link)))
  if (holder === undefined) throw new Error(`none of ${pids.join(', ')} has UDP port ${port}`)
  return holder
}

/** What its descriptors are; one that was closed meanwhile is none. */
function linksOf(pid: number): string[] {
  const folder = `/proc/${pid}/fd`
  return readdirSync(folder).flatMap((name) => {
    try {
      return [readlinkSync(`${folder}/${name}`)]
    } catch {
      return []
    }
  })
}
