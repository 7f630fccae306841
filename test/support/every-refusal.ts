/** Every rule and refusal of the tables, with values, and how to tell the languages apart. */
import type { RefusalData } from '../../service/contract/refusal/refusal.ts'
import { REFUSALS } from '../../service/contract/refusal/refusals.ts'
import type { RefusalCode } from '../../service/contract/refusal/refusals.ts'
import { RULES, rule } from '../../service/contract/refusal/rules.ts'
import type { BrokenRule, RuleId } from '../../service/contract/refusal/rules.ts'

/** Every value that a rule or a refusal may have, by name. None is Japanese. */
const VALUES = {
  ...{
    min: 1234,
    max: 5678,
    value: 'value',
    values: ['first', 'second'],
    kind: 'kind',
    members: ['member'],
    member: 'member',
  },
  ...{
    timeZone: 'Asia/Tokyo',
    name: 'name',
    of: rule('string'),
    header: 'Host',
    encoding: 'gzip',
    position: 7,
  },
  ...{
    targets: ['target'],
    what: 'channels',
    limit: 100,
    retryAfterSeconds: 9,
    permission: 'view',
    recordings: 2,
    count: 4,
    permissions: ['view'],
  },
  ...{
    words: 'words',
    what: 'channels',
    limit: 6,
    others: 3,
    found: 9,
    known: 8,
    parts: 'ingest',
    reason: 'reason',
    channels: ['Gate', 'Stage'],
  },
}

export const EVERY_RULE: readonly BrokenRule[] = (Object.keys(RULES) as RuleId[]).map(
  (id) => ({ rule: id, values: VALUES }) as unknown as BrokenRule,
)

export const EVERY_REFUSAL: readonly RefusalData[] = (Object.keys(REFUSALS) as RefusalCode[]).map((code) => {
  const channels = code === 'DESTINATION_IN_USE' ? 5 : VALUES.channels
  return { code, values: { ...VALUES, channels }, problems: [] } as unknown as RefusalData
})

export const IS_JAPANESE = /[\u3040-\u30ff\u4e00-\u9fff]/
/** Three English words beside each other are a sentence; terms and names are shorter. */
export const HAS_ENGLISH = /[a-z]+(?: [a-z]+){2,}/i
