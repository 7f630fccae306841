import type { Covered, CoverageView } from '../../../contract/console/emulator/coverage.ts'
import { percentOf } from './coverage.ts'
import { escaped } from './escaped.ts'

const TITLES: Readonly<Record<Covered, string>> = {
  operations: 'Operations of the live API',
  endpoints: 'Endpoints of the option API',
  refusals: 'Refusals',
  webhooks: 'Webhooks',
  closes: 'Reasons of closes',
}

const STYLE = `:root { color-scheme: light dark; --line: light-dark(#d5d9de, #3a4048); --dim: light-dark(#5a636e, #9aa4af);
  --seen: light-dark(#1a7f4b, #4cc38a); --not: light-dark(#b3261e, #ff9d8f) }
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem;
  background: light-dark(#fff, #16191d); color: light-dark(#1b1f24, #e6e9ec) }
h1 { font-size: 1.4rem } h2 { font-size: 1.1rem; margin-top: 2rem } p { color: var(--dim) }
table { border-collapse: collapse; width: 100% } td, th { border-top: 1px solid var(--line); padding: .25rem .5rem; text-align: left }
td:last-child, th:last-child { text-align: right; font-variant-numeric: tabular-nums }
code { font-family: ui-monospace, monospace; overflow-wrap: anywhere } .seen { color: var(--seen) } .not { color: var(--not) }`

/** One page that needs nothing else. */
export function pageOf({ groups, seen, known, percent }: CoverageView): string {
  const sections = groups.map(({ group, items, ...counts }) => {
    const rows = items.map(({ name, count }) => {
      const told = count > 0 ? `<td class="seen">${count}</td>` : '<td class="not">not seen</td>'
      return `<tr><td><code>${escaped(name)}</code></td>${told}</tr>`
    })
    const share = `${counts.seen} of ${counts.known}, ${percentOf(counts.seen, counts.known)} %`
    return `<h2 id="${group}">${TITLES[group]}: ${share}</h2>
<table><thead><tr><th scope="col">Name</th><th scope="col">Seen</th></tr></thead><tbody>
${rows.join('\n')}
</tbody></table>`
  })
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>Coverage: ${percent} %</title><style>${STYLE}</style></head><body>
<h1>Coverage: ${percent} %</h1>
<p>${seen} of ${known} that there are were seen.</p>
${sections.join('\n')}
</body></html>
`
}
