import { expect, it } from 'vitest'
import { sentencesReadIn } from './sentence-rule.mjs'

it.each([
  '/^must be (.+)$/.exec(error.message)',
  'error.message.match(/of a newer Airdesk/)',
  "if (error.message.includes('damaged')) a()",
  '/must/.test(problem.rule)',
  "rule.startsWith('must')",
  "String(message).indexOf('2 channels')",
  "(error as Error).message.replace(/^The /, '')",
  "/x/.test(error instanceof Error ? error.message : '')",
  "a(body.error_reason.split(' '))",
  "error.message === 'The file is damaged.'",
  "new RegExp('gone').exec(message)",
])('finds %s', (code) => {
  expect(sentencesReadIn('a.ts', `const a = 1;\n${code}\n`)).toEqual([2])
})

it.each([
  "error.code === 'ON_AIR'",
  "['s3Bucket'].includes(rule)",
  "broken.rule === 'required'",
  '/^[a-z]+$/.test(name)',
  "path.replace(/^hls/, 'service_params')",
  'show(error.message)',
  "error.message === ''",
  'messages.find(({ id }) => id === last)',
])('lets %s be', (code) => {
  expect(sentencesReadIn('a.tsx', code)).toEqual([])
})
