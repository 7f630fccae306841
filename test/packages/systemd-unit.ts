/** What systemd would do with a unit, as far as it can be done without systemd. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CleanRoot } from './clean-root.ts'

const FILE = 'usr/lib/systemd/system/airdesk.service'
const CREDENTIALS = '/run/credentials/airdesk.service'

/** The values of a setting, in order. */
export function unitSetting(root: CleanRoot, name: string): string[] {
  const text = readFileSync(join(root.path, FILE), 'utf8')
  return [...text.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)
}

/**
 * Does what `StateDirectory`, `RuntimeDirectory` and `LoadCredential` ask for.
 * @param credentials files of /etc/credstore; those that the unit does not load are not handed over
 * @returns a line of the shell, for root, that runs `ExecStart` as `User`, without capabilities
 */
export async function unitLine(
  root: CleanRoot,
  credentials: Readonly<Record<string, string>>,
): Promise<string> {
  const [user = ''] = unitSetting(root, 'User')
  const folders = [
    ...unitSetting(root, 'StateDirectory').map((name) => `/var/lib/${name}`),
    ...unitSetting(root, 'RuntimeDirectory').map((name) => `/run/${name}`),
    CREDENTIALS,
  ].join(' ')
  mkdirSync(join(root.path, CREDENTIALS), { recursive: true })
  for (const name of unitSetting(root, 'LoadCredential')) {
    if (credentials[name] !== undefined) writeFileSync(join(root.path, CREDENTIALS, name), credentials[name])
  }
  await root.must(`mkdir -p ${folders} && chown -R ${user}: ${folders} && chmod 700 ${folders}`, {
    as: 'root',
  })
  const [execStart = ''] = unitSetting(root, 'ExecStart')
  const limits = '--bounding-set=-all --inh-caps=-all --no-new-privs'
  return (
    `. /etc/default/airdesk && umask ${unitSetting(root, 'UMask')[0]} && ` +
    `exec setpriv --reuid=${user} --regid=${user} --clear-groups ${limits} ` +
    `env -i PATH=/usr/bin:/bin CREDENTIALS_DIRECTORY=${CREDENTIALS} ${execStart}`
  )
}
