import type { FastifyRequest } from 'fastify'
import { OptionError } from '../../../contract/errors.ts'
import { ID_PATTERN } from '../../../contract/ids.ts'

/**
 * The `:id` of a path.
 * @throws OptionError `NOT_FOUND` for what can't be an id
 */
export function idOf<Id extends string>(request: FastifyRequest): Id {
  const { id } = request.params as { id: string }
  if (!ID_PATTERN.test(id)) throw new OptionError('NOT_FOUND')
  return id as Id
}
