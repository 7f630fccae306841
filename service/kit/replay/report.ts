import type { ReplayReport } from './replay.ts'

/** Longest value that is told. */
const MOST = 200

/** For people: a paragraph for each difference, then the counts. */
export function reportText({ differences, compared, notCompared }: ReplayReport): string {
  const told = differences.map(({ line, of, where, recorded, now }) =>
    [
      `line ${line}, ${of}: ${where || 'all of it'}`,
      `  recorded ${shown(recorded)}`,
      `  now      ${shown(now)}`,
    ].join('\n'),
  )
  const skipped = Object.entries(notCompared).map(([why, count]) => `${count} not compared: ${why}`)
  const counts = `${compared} compared, ${differences.length} differences`
  const empty = compared === 0 ? ['nothing was compared, which is no success'] : []
  return [...told, counts, ...skipped, ...empty].join('\n')
}

function shown(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = JSON.stringify(value)
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
