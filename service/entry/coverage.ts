import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { COVERED } from '../contract/console/emulator/coverage.ts'
import type { CoverageView } from '../contract/console/emulator/coverage.ts'
import { emulatorRunApi } from '../contract/console/emulator/runs.ts'
import { UsageError } from '../platform/settings/usage-error.ts'
import type { ConsoleClient } from './console-client.ts'

/** What is written of a run's coverage, and how much there must be. */
export interface CoverageOptions {
  readonly html?: string | undefined
  readonly json?: string | undefined
  readonly junit?: string | undefined
  /** `75` of everything, `operations=100` of a group. */
  readonly failUnder?: readonly string[] | undefined
}

/** Less was seen than was asked for. */
class CoverageError extends Error {
  override readonly name = 'CoverageError'
}

/**
 * Writes the files that are asked for.
 * @returns a line for each group
 * @throws CoverageError where less was seen than `failUnder` says; the files are written before
 * @throws UsageError for a limit that is none
 */
export async function tellCoverage(client: ConsoleClient, options: CoverageOptions): Promise<string> {
  const limits = (options.failUnder ?? []).map(limitOf)
  const view = await client.call(emulatorRunApi.readCoverage)
  const { html, json, junit } = options
  const file = (format: 'html' | 'junit', name: string) =>
    client.download(emulatorRunApi.coverageFile, { params: { format } }, resolve(name))
  if (json !== undefined) await writeFile(json, `${JSON.stringify(view, null, 2)}\n`)
  if (html !== undefined) await file('html', html)
  if (junit !== undefined) await file('junit', junit)
  const text = coverageText(view)
  const missed = limits.filter(({ group, percent }) => percentOf(view, group) < percent)
  if (missed.length === 0) return text
  const told = missed.map(({ group, percent }) => `${group}: ${percentOf(view, group)} % of ${percent} %`)
  throw new CoverageError(`${text}\nless was seen than was asked for: ${told.join(', ')}`)
}

interface Limit {
  readonly group: string
  readonly percent: number
}

function limitOf(text: string): Limit {
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
