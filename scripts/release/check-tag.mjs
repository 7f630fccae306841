/** `node scripts/release/check-tag.mjs [tag]`: a tag names the version in package.json, `v1.2.3`. */
import { readFileSync } from 'node:fs'
import { inRoot } from '../lib/paths.mjs'

const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'))
const [, , tag] = process.argv
if (tag !== undefined && tag !== `v${version}`) {
  console.error(`The tag must be v${version}, for package.json has version ${version}; it is ${tag}.`)
  process.exitCode = 1
} else console.log(`Version ${version}`)
