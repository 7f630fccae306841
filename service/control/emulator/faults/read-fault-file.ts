import { readFileSync } from 'node:fs'
import { faultFile } from '../../../contract/faults.ts'
import type { Fault } from '../../../contract/faults.ts'
import { problemsOf } from '../../../contract/refusal/carried.ts'
import { wordsOf } from '../../../contract/refusal/rules.ts'
import { InvalidOptionError } from '../../identity/first-system-options.ts'

/** The faults of a file. @throws InvalidOptionError naming each wrong member with its rule */
export function readFaultFile(path: string): readonly Fault[] {
  const result = faultFile.safeParse(parsed(path), { reportInput: true })
  if (result.success) return result.data.faults
  const problems = problemsOf(result.error).map((one) => `${one.path} ${wordsOf(one)}`.trim())
  throw new InvalidOptionError('faults', `must name a file of faults: ${problems.join('; ')}`)
}

function parsed(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (error) {
    throw new InvalidOptionError('faults', `must name a file that can be read: ${(error as Error).message}`)
  }
  try {
    return JSON.parse(text)
  } catch {
    throw new InvalidOptionError('faults', 'must name a file of JSON')
  }
}
