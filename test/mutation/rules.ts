/** Where the rules of both public APIs are, and the tests beside each. */
import { globSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

const root = join(import.meta.dirname, '../..')

const RULES = [
  'service/contract/{option-*,live-*,sfu-api,rendition,text,errors,permission,problem*,refus*}.ts',
  'service/control/api/{http,live,option}/**/*.ts',
  'service/control/{schedule,identity,channel,chat}/*.ts',
  'service/control/system/zoned-time.ts',
  'service/control/archive/{bucket-uri,destination-rules,destinations,gs-credential}.ts',
  'service/control/webhook/{auth-inquiry,auth-webhook,sfu-auth-webhook,retry-policy,rtmp-bodies,signature}.ts',
]
/** No rule of an API: the log of calls, setting up, and what only makes secrets. */
const OTHERS =
  /\/(call-log|calls|log-calls|client-error|examples|first-system.*|generate|known-credentials|password-hash)\.ts$/

/** Files whose checks are taken out, paths below the checkout. */
export const ruleFiles = (): string[] =>
  globSync(RULES, { cwd: root })
    .filter((file) => !file.endsWith('.test.ts') && !OTHERS.test(file))
    .sort()

/** Of the conformance tests those that need no media and no sources; the API's own first. */
export function conformanceTests(ruleFile: string): string[] {
  const isOwn = (file: string) => ruleFile.includes(`/${basename(file, '.test.ts')}`)
  return globSync('test/conformance/*.test.ts', { cwd: root })
    .filter((file) => !/\/(coverage|media|walks)\.test\.ts$/.test(file))
    .sort((a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.localeCompare(b))
}

/** Unit tests beside a rule; none of some, which those of the APIs hold. */
export const testsBeside = (ruleFile: string): string[] => unitTests([dirname(ruleFile)])

/** The unit test of a rule's own file, where it has one. */
export const ownTests = (ruleFile: string): string[] =>
  testsBeside(ruleFile).filter((file) => basename(file, '.test.ts') === basename(ruleFile, '.ts'))

/** Unit tests of both APIs, and of the console's, whose refusals come from the same tables. */
export const testsOfApis = (): string[] => [
  'test/corpus/published-errors.test.ts',
  ...unitTests(['option', 'live', 'http', 'console'].map((api) => `service/control/api/${api}`)),
]

const unitTests = (folders: readonly string[]) =>
  folders
    .flatMap((folder) => globSync(`${folder}/*.test.ts`, { cwd: root }))
    // Hashes that cost nothing are not those that this one measures.
    .filter((file) => !file.endsWith('/password-hash.test.ts'))
