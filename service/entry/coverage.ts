import { mkdir, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { COVERED } from '../contract/console/emulator/coverage.ts'
import type { CoverageView } from '../contract/console/emulator/coverage.ts'
import { emulatorRunApi } from '../contract/console/emulator/runs.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import type { ConsoleClient } from './console-client.ts'

/** A file with the coverage of a run. */
export interface CoverageFile {
  readonly format: 'html' | 'json' | 'junit'
  readonly file: string
}

/** What is written of a run's coverage, and how much there must be. */
export interface CoverageOptions {
  readonly files: readonly CoverageFile[]
  readonly limits: readonly Limit[]
}

/** Less was seen than was asked for. */
export class CoverageError extends Error {
  override readonly name = 'CoverageError'
}

/**
 * Writes the files that are asked for.
 * @returns a line for each group
 * @throws CoverageError where less was seen than the limits say; the files are written before
 */
export async function tellCoverage(
  client: ConsoleClient,
  { files, limits }: CoverageOptions,
): Promise<string> {
  const view = await client.call(emulatorRunApi.readCoverage)
  for (const { format, file } of files) {
    await mkdir(dirname(file), { recursive: true })
    if (format === 'json') await writeFile(file, `${JSON.stringify(view, null, 2)}\n`)
    else await client.download(emulatorRunApi.coverageFile, { params: { format } }, file)
  }
  const text = coverageText(view)
  const missed = limits.filter(({ group, percent }) => percentOf(view, group) < percent)
  if (missed.length === 0) return text
  const told = missed.map(({ group, percent }) => `${group}: ${percentOf(view, group)} % of ${percent} %`)
  throw new CoverageError(`${text}\nless was seen than was asked for: ${told.join(', ')}`)
}

/** At least this share of a group is to be seen. */
export interface Limit {
  readonly group: string
  readonly percent: number
}

/**
 * Reads one of `--fail-under`: `75` of everything, `operations=100` of a group.
 * @throws UsageError
 */
export function limitOf(text: string): Limit {
  const [, group = 'everything', percent = ''] = /^(?:(\w+)=)?(\d{1,3}(?:\.\d)?)$/.exec(text) ?? []
  const known = ['everything', ...COVERED]
  if (!known.includes(group) || percent === '' || Number(percent) > 100) {
    throw new UsageError(
      `--fail-under must be a number from 0 to 100, for one group behind its name and =; groups are ${COVERED.join(', ')}`,
    )
  }
  return { group, percent: Number(percent) }
}

function percentOf({ seen, known, groups }: CoverageView, name: string): number {
  const counts = groups.find(({ group }) => group === name) ?? { seen, known }
  return Math.floor((1000 * counts.seen) / counts.known) / 10
}

const coverageText = ({ groups, percent, seen, known }: CoverageView) =>
  [
    ...groups.map((one) => `${one.group.padEnd(12)}${one.seen} of ${one.known}`),
    `everything  ${seen} of ${known}, ${percent} %`,
  ].join('\n')
