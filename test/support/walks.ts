/** The walks of docs/architecture.md: which functions each step names, and which of them ran. */
import { readFileSync, readdirSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { startService } from './service.ts'
import type { RunningService } from './service.ts'

const root = join(import.meta.dirname, '../..')

/** What V8 says of a file: each function with how often its parts ran, the whole of it first. */
export interface FileCoverage {
  readonly url: string
  readonly functions: readonly {
    readonly functionName: string
    readonly ranges: readonly { readonly count: number }[]
  }[]
}

/** Steps of a walk; each is a list of `file#function`. */
export function stepsOf(heading: string): string[][] {
  const text = readFileSync(join(root, 'docs/architecture.md'), 'utf8')
  const section = text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  return [...section.matchAll(/^\d+\. .*$/gm)].map(([line]) =>
    [...line.matchAll(/`([\w/.-]+\.ts##?\w+)`/g)].map(([, name = '']) => name),
  )
}

/** `file#function` of everything below a folder of the repository that ran. */
export function ranBelow(folder: string, files: readonly FileCoverage[]): Set<string> {
  const below = `${pathToFileURL(join(root, folder)).href}/`
  const ran = new Set<string>()
  for (const { url, functions } of files) {
    if (!url.startsWith(below)) continue
    for (const { functionName, ranges } of functions) {
      if ((ranges[0]?.count ?? 0) > 0) ran.add(`${url.slice(below.length)}#${functionName}`)
    }
  }
  return ran
}

/** `file#function` of everything below `service/` that ran in any of its processes until their end. */
export async function ranInService(during: (service: RunningService) => Promise<void>): Promise<Set<string>> {
  const coverage = await mkdtemp(join(tmpdir(), 'airdesk-walk-'))
  try {
    const service = await startService({ coverage })
    try {
      await during(service)
    } finally {
      await service.stop()
    }
    const files = readdirSync(coverage).flatMap((name) => {
      const { result } = JSON.parse(readFileSync(join(coverage, name), 'utf8')) as { result: FileCoverage[] }
      return result
    })
    return ranBelow('service', files)
  } finally {
    await rm(coverage, { recursive: true, force: true })
  }
}

/** Of each step that is not whole, the functions that did not run. */
export function missingOf(steps: readonly string[][], ran: ReadonlySet<string>): Record<string, string[]> {
  const missing = steps.map((names, i) => [`step ${i + 1}`, names.filter((name) => !ran.has(name))] as const)
  return Object.fromEntries(missing.filter(([, names]) => names.length > 0))
}

/** Functions that only steps after the first `count` name, and that ran. */
export function comeFurther(
  steps: readonly string[][],
  count: number,
  ran: ReadonlySet<string>,
): readonly string[] {
  const named = new Set(steps.slice(0, count).flat())
  const later = steps.slice(count).flat()
  return later.filter((name) => !named.has(name) && ran.has(name))
}
