import type { CoverageView } from '../../../contract/console/emulator/coverage.ts'
import { escaped } from './escaped.ts'

/** One suite a group and one case for each that is known; what was not seen is skipped, as no test has failed. */
export function junitOf({ groups, known, seen }: CoverageView): string {
  const suites = groups.map(({ group, items, ...counts }) => {
    const cases = items.map(({ name, count }) => {
      const attributes = `classname="airdesk.${group}" name="${escaped(name)}" assertions="${count}"`
      return count > 0
        ? `    <testcase ${attributes}/>`
        : `    <testcase ${attributes}><skipped message="not seen"/></testcase>`
    })
    const head = `  <testsuite name="airdesk.${group}" tests="${counts.known}" failures="0" skipped="${counts.known - counts.seen}">`
    return [head, ...cases, '  </testsuite>'].join('\n')
  })
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="airdesk" tests="${known}" failures="0" skipped="${known - seen}">`,
    ...suites,
    '</testsuites>',
    '',
  ].join('\n')
}
