/**
 * `node scripts/release/check-feed.mjs <folder>`: what the update feeds of a release say is there, as they say
 * it, and of this version.
 */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { parse } from 'yaml'
import { inRoot } from '../lib/paths.mjs'
import { artifactsIn, digestOf } from './artifacts.mjs'

/**
 * @param {string} folder
 * @param {string} version of the application
 * @returns {Promise<{ feeds: string[], problems: string[] }>} problems in whole sentences
 */
export async function checkFeeds(folder, version) {
  const feeds = artifactsIn(folder).filter((name) => /^latest.*\.yml$/.test(name))
  const problems = await Promise.all(feeds.map((name) => problemsOf(folder, name, version)))
  return { feeds, problems: problems.flat() }
}

async function problemsOf(folder, name, version) {
  const feed = parse(readFileSync(join(folder, name), 'utf8'))
  const files = feed?.files ?? []
  return [
    ...(feed?.version === version ? [] : [`${name} is of version ${feed?.version}, not ${version}.`]),
    ...(files.length > 0 ? [] : [`${name} names no file.`]),
    ...(await Promise.all(files.map((file) => fileProblems(folder, name, file)))).flat(),
  ]
}

async function fileProblems(folder, feed, { url, sha512, size }) {
  if (basename(url) !== url) return [`${feed}: ${url} must be a name beside it.`]
  const file = join(folder, url)
  if (!existsSync(file)) return [`${feed}: ${url} is not there.`]
  return [
    ...(statSync(file).size === size
      ? []
      : [`${feed}: ${url} has ${statSync(file).size} bytes, not ${size}.`]),
    ...((await digestOf(file, 'sha512', 'base64')) === sha512
      ? []
      : [`${feed}: ${url} has another SHA-512.`]),
  ]
}

if (process.argv[1] === import.meta.filename) {
  const [, , folder = 'dist'] = process.argv
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
  const { feeds, problems } = await checkFeeds(folder, version)
  for (const problem of problems) console.error(problem)
  console.log(`Update feeds: ${feeds.join(', ') || 'none'}`)
  // Unsigned applications of macOS have none.
  const isMissing = feeds.length === 0 && process.env.AIRDESK_UPDATE_URL && process.platform !== 'darwin'
  if (isMissing) console.error('AIRDESK_UPDATE_URL is set, and packing has written no feed.')
  process.exitCode = problems.length > 0 || isMissing ? 1 : 0
}
