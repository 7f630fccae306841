/** What was measured, as tables. */
import { cpus, loadavg } from 'node:os'
import type { Told } from './provoke.ts'

const seconds = (value: number | null, none: string): string => (value === null ? none : value.toFixed(1))

export function faultTable(all: readonly Told[]): string {
  return [
    '| Fault | First true word, s | False words | Told no more, s after it was mended | Moments at which places differed |',
    '| --- | --- | --- | --- | --- |',
    ...all.map(({ title, seconds: first, gone, isFalse, apart, looked }) => {
      const words = isFalse.length === 0 ? 'none' : isFalse.map((word) => `\`${word}\``).join(', ')
      const row = [
        title,
        seconds(first, 'never'),
        words,
        seconds(gone, 'stayed'),
        `${apart.length} of ${looked}`,
      ]
      return `| ${row.join(' | ')} |`
    }),
  ].join('\n')
}

/** On what it was measured, and how many programs ran or waited there for their turn. */
export const context = (): string =>
  [
    `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
    `Node ${process.version}`,
    `load average of the last 15 minutes ${(loadavg()[2] ?? 0).toFixed(1)}`,
  ].join(', ')
