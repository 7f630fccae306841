/** What somebody who helps needs to know of the load: no names, ids or addresses. Pure. */
import type { ComputerView } from '../../../service/contract/console/load.ts'

const share = (cpu: number | null) => (cpu === null ? '?' : `${Math.round(cpu * 100)} %`)
const megabytes = (bytes: number | null) => (bytes === null ? '?' : `${Math.round(bytes / 1e6)} MB`)

export function detailsText({ now, load, processes, others }: ComputerView): string {
  const { cores, cpu, cpuLimit, memoryBytes, memoryFreeBytes, overload } = load
  const line = (name: string, cpu: number | null, memory: number | null) =>
    `${name}: CPU ${share(cpu)}, memory ${megabytes(memory)}`
  return [
    new Date(now).toISOString(),
    `${line('all', cpu, memoryBytes - memoryFreeBytes)} of ${megabytes(memoryBytes)}, ${cores} cores`,
    `limit ${cpuLimit === null ? 'off' : share(cpuLimit)}`,
    overload === null
      ? 'no overload'
      : `overload of ${overload.of} since ${new Date(overload.since).toISOString()}`,
    ...processes.map((one) => line(`${one.name}${one.spare ? ' (spare)' : ''}`, one.cpu, one.memoryBytes)),
    line('other programs', others.cpu, others.memoryBytes),
  ].join('\n')
}
