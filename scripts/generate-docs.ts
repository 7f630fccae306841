/**
 * Writes the documents that are made from the tables in the code: `node scripts/generate-docs.ts`. A test
 * tells when one is out of date.
 */
import { writeFileSync } from 'node:fs'
import openapiTS, { astToString } from 'openapi-typescript'
import manifest from '../package.json' with { type: 'json' }
import { CLOSE_REASONS, isMeant } from '../service/contract/close-reasons.ts'
import type { CloseReason } from '../service/contract/close-reasons.ts'
import { LIVE_ERRORS, OPTION_ERRORS } from '../service/contract/errors.ts'
import type { ErrorSpec } from '../service/contract/errors.ts'
import { faultSchema } from '../service/contract/fault-schema.ts'
import { consoleApiDocument } from '../service/control/api/openapi/console-api.ts'
import { liveApiDocument } from '../service/control/api/openapi/live-api.ts'
import { optionApiDocument } from '../service/control/api/openapi/option-api.ts'
import { recordingDiagram } from '../service/control/archive/recording-machine.ts'
import { memberDiagram } from '../service/control/connection/member-machine.ts'
import { ALL } from '../test/conformance/all.ts'
import type { StatementId } from '../test/conformance/all.ts'
import { DECIDED } from '../test/conformance/decided.ts'
import { ELSEWHERE } from '../test/conformance/elsewhere.ts'
import { heldHere } from '../test/conformance/held-here.ts'
import { LATER } from '../test/conformance/later.ts'
import { DEFAULT_PORTS } from '../service/platform/settings/ports.ts'
import { signalingDocument } from './docs/signaling.ts'

/** Every generated document: its path from the root of the repository, and its content. */
export async function documents(): Promise<ReadonlyMap<string, string>> {
  const option = optionApiDocument(publicationAt(DEFAULT_PORTS.option))
  const live = liveApiDocument(publicationAt(DEFAULT_PORTS.live))
  return new Map([
    ['docs/errors.md', errorsDocument()],
    ['docs/connections.md', connectionsDocument()],
    ['docs/recording-states.md', recordingStatesDocument()],
    ['docs/signaling.md', signalingDocument()],
    ['docs/conformance.md', conformanceDocument()],
    ['docs/openapi/option-api.json', asText(option)],
    ['docs/faults.schema.json', asText(faultSchema())],
    ['docs/openapi/console-api.json', asText(consoleApiDocument(publicationAt(DEFAULT_PORTS.console)))],
    ['docs/openapi/live-api.json', asText(live)],
    ['service/kit/open-api/option-api.ts', await typesOf(option)],
    ['service/kit/open-api/live-api.ts', await typesOf(live)],
  ])
}

const publicationAt = (port: number) => ({ version: manifest.version, baseUrl: `http://127.0.0.1:${port}` })
const asText = (document: object) => `${JSON.stringify(document, null, 2)}\n`

/** For clients in TypeScript. A default is what the service fills in, not what a caller has to write. */
const typesOf = async (document: object) =>
  astToString(await openapiTS(JSON.stringify(document), { defaultNonNullable: false }))

function conformanceDocument(): string {
  const held = heldHere()
  const holder = (id: StatementId) => {
    const here = held.has(id) ? [`\`test/conformance/${held.get(id) ?? ''}\``] : []
    const elsewhere = (ELSEWHERE[id] ?? []).map(({ file, title }) => `\`${file}\`: ${title}`)
    return [...here, ...elsewhere].join('<br>') || `later: ${LATER[id] ?? ''}`
  }
  const rows = (ids: readonly string[]) =>
    (ids as StatementId[]).map((id) => `| \`${id}\` | ${ALL[id]} | ${holder(id)} |`).join('\n')
  const ids = Object.keys(ALL)
  const later = ids.filter((id) => id in LATER).length
  return `# Conformance

<!-- Generated from test/conformance by scripts/generate-docs.ts; do not edit. -->

What the specification of the two APIs says, statement by statement, and the test that holds each: ${ids.length - later}
statements are held, ${later} ${later === 1 ? 'needs' : 'need'} what this version does not have yet. \`npx vitest run --project integration
test/conformance\` runs the suite; one of its tests fails when a statement has no test. A test in that folder
begins with the id of its statement.

## The specification

| Id | Statement | Held by |
|---|---|---|
${rows(ids.filter((id) => !(id in DECIDED)))}

## What was decided

Where the specification is silent; [decisions.md](decisions.md) says more.

| Id | Statement | Held by |
|---|---|---|
${rows(Object.keys(DECIDED))}
`
}

function connectionsDocument(): string {
  const reasons = (Object.keys(CLOSE_REASONS) as CloseReason[]).map(
    (reason) => `| \`${reason}\` | ${CLOSE_REASONS[reason]} | ${isMeant(reason) ? 'no' : 'yes'} |`,
  )
  return `# Connections

<!-- Generated from service/control/connection/member-machine.ts and service/contract/close-reasons.ts by
scripts/generate-docs.ts; do not edit. -->

## The life of a connection, as control sees it

It is a member of its channel, whatever carried it in. What an encoder sends becomes HLS at once; what a WebRTC
client sends does on a channel with HLS. What is recorded begins and ends with the playlists.

\`\`\`mermaid
${memberDiagram()}
\`\`\`

## Why it ended

The sentence is what the encoder is told, where its protocol can carry one, and what the console shows. Where
somebody meant the end, nobody waits for the publisher to be back: its playlists end at once.

| Reason | Meaning | Waited for |
|---|---|---|
${reasons.join('\n')}
`
}

function recordingStatesDocument(): string {
  return `# The life of a recording

<!-- Generated from service/control/archive/recording-machine.ts by scripts/generate-docs.ts; do not edit. -->

As control sees it; [recordings.md](recordings.md) says what can be relied on.

\`\`\`mermaid
${recordingDiagram().trim()}
\`\`\`
`
}

function errorsDocument(): string {
  return `# Errors

<!-- Generated from service/contract/errors.ts by scripts/generate-docs.ts; do not edit. -->

Codes are never used again for another meaning. Where a member of a request is wrong, the answer names each
with its path as JSON writes it (\`hls[0].video.width\`) and the rule that it breaks.

## Live API

\`\`\`json
{ "error_type": "InvalidJSON", "error_reason": [{ "member": "hls[0].video.width", "rule": "must be an integer from 160 to 4096" }] }
\`\`\`

\`error_reason\` is a sentence, or the list of wrong members. Everything about what the caller sent is 400, as in
the family of services that this API belongs to; 401 comes with \`WWW-Authenticate: Bearer\`.

${table('error_type', LIVE_ERRORS)}

## Option API

\`\`\`json
{ "ok": false, "error": { "code": "BAD_REQUEST", "message": "…", "details": [{ "member": "password", "rule": "must have 1 to 7 characters" }] } }
\`\`\`

\`details\` is there when members are wrong. 405 comes with \`Allow\`. 429 comes with \`Retry-After\` in seconds where
time helps: where a quota of things (channels, users, …) is full, only removing some does.

The console's own API answers a refusal as data, with a code of its own for each reason; the codes below give the status:

\`\`\`json
{ "ok": false, "error": { "code": "BAD_REQUEST", "message": "…", "values": {}, "problems": [{ "path": "name", "rule": "characters", "values": { "min": 1, "max": 60 } }] } }
\`\`\`

${table('code', OPTION_ERRORS)}
`
}

function table(heading: string, errors: Readonly<Record<string, ErrorSpec>>): string {
  const rows = Object.entries(errors).map(
    ([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`,
  )
  return [`| ${heading} | Status | Meaning |`, '|---|---|---|', ...rows].join('\n')
}

if (import.meta.main) {
  for (const [path, content] of await documents()) {
    writeFileSync(new URL(`../${path}`, import.meta.url), content)
  }
}
