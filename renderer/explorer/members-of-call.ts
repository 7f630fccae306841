import type { Entry } from './catalog.ts'
import { parametersOf } from './example-call.ts'
import { membersOf, parameterMember, type Member } from './members.ts'

/** What a call takes, in the query or in the body: the members of its parameters. Pure. */
export function membersOfCall(entry: Entry): Member[] {
  const { document, operation } = entry
  const body = operation.requestBody?.content['application/json']
  if (body !== undefined) return membersOf(document, body.schema).filter(({ isShape }) => !isShape)
  return parametersOf(entry)
    .filter((parameter) => parameter.in === 'query')
    .map((parameter) => parameterMember(document, parameter))
}
