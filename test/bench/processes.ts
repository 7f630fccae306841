import { readFileSync } from 'node:fs'

/** Kernel clock ticks per second; 100 on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100

/** CPU seconds (user and system) that a process has used. Linux only. */
export const cpuSeconds = (pid: number) => times(pid, 14, 15)

/** Of these, those in the kernel. */
export const kernelSeconds = (pid: number) => times(pid, 15)

/** CPU seconds that the ended children of a process had used. */
export const endedChildSeconds = (pid: number) => times(pid, 16, 17)

/** Sum of fields of /proc/<pid>/stat, counted as in proc(5): 14 utime, 15 stime, 16 cutime, 17 cstime. */
function times(pid: number, ...counted: readonly number[]): number {
  // The name may hold spaces; the fields behind it begin with the third.
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? []
  return counted.reduce((sum, field) => sum + Number(fields[field - 3]), 0) / TICKS_PER_SECOND
}

/** Resident memory of a process, MB (10^6 bytes). */
export const residentMegabytes = (pid: number) => memory(pid, 'VmRSS')

/** Largest resident memory so far, MB. */
export const peakMegabytes = (pid: number) => memory(pid, 'VmHWM')

/** Of the resident memory what is of the process alone, MB. */
export const ownMegabytes = (pid: number) => memory(pid, 'RssAnon')

/** Of the resident memory what other processes or files share, MB. */
export const sharedMegabytes = (pid: number) => memory(pid, 'RssFile') + memory(pid, 'RssShmem')

/** A line of /proc/<pid>/status, MB. */
function memory(pid: number, name: 'VmRSS' | 'VmHWM' | 'RssAnon' | 'RssFile' | 'RssShmem'): number {
  const kilobytes = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]
  return (Number(kilobytes) * 1024) / 1e6
}

/** The middle of the values; of an even number, the mean of the middle two. */
export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  const half = sorted.length / 2
  return ((sorted[Math.ceil(half) - 1] ?? NaN) + (sorted[Math.floor(half)] ?? NaN)) / 2
}
