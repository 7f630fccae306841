import { expect, it } from 'vitest'
import { LIVE_ERRORS, OPTION_ERRORS } from '../../../service/contract/errors.ts'
import { documents } from '../../../test/support/published-documents.ts'
import { refusals, successes } from './answers.ts'
import { entriesOfDocuments } from '../../explorer/catalog.ts'

const entries = entriesOfDocuments(await documents())
const specs: Readonly<Record<string, { status: number; meaning: string } | undefined>> = {
  ...OPTION_ERRORS,
  ...LIVE_ERRORS,
}

it.each(entries.filter(({ section }) => section !== 'webhooks').map((entry) => [entry.id, entry] as const))(
  '%s: a success, and each refusal by code with status, meaning and example',
  (_id, entry) => {
    expect(successes(entry).length).toBeGreaterThan(0)
    expect(refusals(entry).length).toBeGreaterThan(0)
    for (const { code, status, meaning, example } of refusals(entry)) {
      expect(specs[code]).toMatchObject({ status: Number(status), meaning })
      expect(JSON.stringify(example)).toContain(JSON.stringify(code))
    }
  },
)
