/**
 * How large files are: their count, and the median, 95th percentile and most lines of a file, without tests.
 *   node scripts/count-lines.mjs [git revision]
 */
import { execFileSync } from 'node:child_process'
import { root } from './lib/paths.mjs'

const [revision = 'HEAD'] = process.argv.slice(2)
const FOLDERS = ['service', 'renderer', 'main', 'preload']

/** @param {...string} args */
const git = (...args) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 })

const files = git('ls-tree', '-r', '--name-only', revision, ...FOLDERS)
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const lines = files
  .map((file) => git('show', `${revision}:${file}`).split('\n').length - 1)
  .sort((a, b) => a - b)
/** @param {number} share from 0 to 1 */
const percentile = (share) => lines[Math.ceil(lines.length * share) - 1]

const all = lines.reduce((sum, count) => sum + count, 0)
console.log(
  `${revision}: ${files.length} files, ${all} lines; median ${percentile(0.5)}, 95th percentile ${percentile(0.95)}, most ${percentile(1)}`,
)
