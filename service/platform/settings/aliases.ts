import { isIP } from 'node:net'
import { UsageError } from './usage-error.ts'

/** What a host name can stand for: a listener of the service. */
export const ALIAS_TARGETS = ['option', 'live', 'signaling', 'media', 'console'] as const
export type AliasTarget = (typeof ALIAS_TARGETS)[number]

/** A host name elsewhere that the service answers for, to those programs of this computer that are led here. */
export interface Alias {
  /** Lower case, with a dot, without one at its end. */
  readonly name: string
  readonly target: AliasTarget
}

/** RFC 1123 2.1, each label at most 63 characters. */
const NAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)+$/
const OPTION = '--alias'

/**
 * Reads `name=target`, each.
 * @throws UsageError
 */
export function readAliases(given: readonly string[] = []): Alias[] {
  const aliases = given.map(readAlias)
  const twice = aliases.find(({ name }, index) => aliases.findIndex((one) => one.name === name) !== index)
  if (twice) throw new UsageError(`${OPTION}: ${twice.name} is given twice`)
  return aliases
}

function readAlias(text: string): Alias {
  const [, host = '', word] = /^([^=]*)=([^=]*)$/.exec(text) ?? []
  // Playlists and segments are known by their format, too.
  const target = ALIAS_TARGETS.find((one) => one === (word === 'hls' ? 'media' : word))
  if (!target) throw new UsageError(`${OPTION} must be name=target; targets are ${ALIAS_TARGETS.join(', ')}`)
  const name = host.toLowerCase().replace(/\.$/, '')
  if (!NAME.test(name) || isIP(name) !== 0 || /(^|\.)localhost$/.test(name)) {
    throw new UsageError(
      `${OPTION} must name a host with a dot, as api.example.com; no address, no localhost`,
    )
  }
  return { name, target }
}

/** As `readAliases` reads them, one after the other. */
export const aliasList = (aliases: readonly Alias[]): string =>
  aliases.map(({ name, target }) => `${name}=${target}`).join(',')
