import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { getCACertificates } from 'node:tls'
import type { ReadyInfo } from '../../platform/settings/ready-file.ts'
import { readyVariable } from '../../platform/settings/ready-variable.ts'
import { UsageError } from '../../platform/settings/usage-error.ts'

type Environment = Readonly<Record<string, string | undefined>>

export interface EnvironmentParts {
  readonly info: ReadyInfo
  readonly dataDir: string
  /** Where files that the variables name are written; they are gone with it. */
  readonly folder: string
  /** Variable → member, besides those that have usual names. */
  readonly names: Readonly<Record<string, string>>
}

/**
 * What the command finds in its environment besides what is there.
 * @throws UsageError where a member that was asked for is none
 */
export function environmentOf(given: Environment, parts: EnvironmentParts): Record<string, string> {
  const members: Readonly<Record<string, string | null>> = {
    ...parts.info,
    data_dir: parts.dataDir,
    ca_bundle_file: join(parts.folder, 'ca-bundle.pem'),
  }
  const known = Object.entries(members).filter((entry): entry is [string, string] => entry[1] !== null)
  const values = new Map(known)
  const named = Object.entries(parts.names).map(([name, member]) => {
    const value = values.get(member)
    if (value === undefined) throw new UsageError(`--env: members are ${[...values.keys()].join(', ')}`)
    return [name, value] as const
  })
  return {
    ...Object.fromEntries(known.map(([member, value]) => [readyVariable(member), value])),
    ...authorities(given, parts),
    ...Object.fromEntries(named),
  }
}

/**
 * Node adds NODE_EXTRA_CA_CERTS to the authorities that it knows. Who reads SSL_CERT_FILE (OpenSSL, Python, Ruby, Go)
 * trusts nobody else any more; so that file has whom this system trusts as well.
 */
function authorities(given: Environment, { info, folder }: EnvironmentParts): Record<string, string> {
  const own = readFileSync(info.ca_cert_file, 'utf8')
  const extra = join(folder, 'extra-ca.pem')
  const bundle = join(folder, 'ca-bundle.pem')
  const { SSL_CERT_FILE: trusted, NODE_EXTRA_CA_CERTS: added } = given
  const system = () => getCACertificates('system').join('\n')
  writeFileSync(extra, joined([contentOf(added), own]), { mode: 0o600 })
  writeFileSync(bundle, joined([contentOf(trusted) || system(), own]), { mode: 0o600 })
  return { NODE_EXTRA_CA_CERTS: extra, SSL_CERT_FILE: bundle }
}

const joined = (parts: readonly string[]) => `${parts.map((part) => part.trim()).join('\n')}\n`.trimStart()

/** Nothing where a variable is not set, or names no file: programs pass over it then, too. */
function contentOf(file: string | undefined): string {
  try {
    return file ? readFileSync(file, 'utf8') : ''
  } catch {
    return ''
  }
}
