/** Says where the time of a test run went. It is said only: a timing never decides a test. */

/** @typedef {import('./test-reports.mjs').FileTime} FileTime */
/**
 * @typedef {object} Took
 * @property {string} name of the step
 * @property {number} seconds from its start to its end
 * @property {number} [budget] seconds that it may take on two slow cores
 * @property {FileTime[]} files
 */

/** Files that took less are counted, not listed. */
const LISTED_SECONDS = 1

/** @param {Took[]} steps @returns {string} the files that took longest, then what is used of each budget */
export function timesText(steps) {
  return [...fileLines(steps), '', ...steps.map(budgetLine), ...steps.flatMap(overBudget)].join('\n')
}

function fileLines(steps) {
  const all = steps.flatMap(({ name, files }) => files.map((one) => ({ ...one, name })))
  const listed = all.filter(({ seconds }) => seconds >= LISTED_SECONDS)
  const rest = all.filter(({ seconds }) => seconds < LISTED_SECONDS)
  const together = rest.reduce((sum, { seconds }) => sum + seconds, 0)
  return [
    'Seconds of each file',
    ...listed
      .sort((a, b) => b.seconds - a.seconds)
      .map(({ name, file, seconds }) => `${seconds.toFixed(1).padStart(7)}  ${name.padEnd(12)} ${file}`),
    `${together.toFixed(1).padStart(7)}  ${rest.length} files of less than ${LISTED_SECONDS} s together`,
  ]
}

function budgetLine({ name, seconds, budget }) {
  return `${name} ${Math.round(seconds)} s${budget === undefined ? '' : ` of ${budget} s`}`
}

function overBudget({ name, seconds, budget = Infinity }) {
  if (seconds <= budget) return []
  const over = Math.round(seconds - budget)
  return [
    `!! OVER BUDGET: ${name} took ${over} s more than its ${budget} s. Look at its longest files above.`,
  ]
}
