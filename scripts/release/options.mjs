/** What a release's environment asks of electron-builder. Pure. */

const SIGNING = {
  darwin: ['CSC_LINK', 'CSC_KEY_PASSWORD'],
  win32: ['WIN_CSC_LINK', 'WIN_CSC_KEY_PASSWORD'],
}
const NOTARISING = ['APPLE_API_KEY', 'APPLE_API_KEY_ID', 'APPLE_API_ISSUER']

/**
 * @typedef {object} ReleaseOptions
 * @property {string[]} args of electron-builder
 * @property {Record<string, string>} env its environment
 * @property {string[]} says what is signed and what is not, in whole sentences
 *
 * @param {Record<string, string | undefined>} given the environment; what is empty is as if it were not there
 * @param {NodeJS.Platform} platform
 * @returns {ReleaseOptions}
 * @throws Error that names the variable and the rule
 */
export function releaseOptions(given, platform) {
  const env = Object.fromEntries(Object.entries(given).filter(([, value]) => value))
  const signed = hasAll(env, SIGNING[platform] ?? [])
  const feed = address(env, 'AIRDESK_UPDATE_URL')
  const { homepage, maintainer } = releaseNames(env)
  // macOS replaces only what is signed.
  const fed = feed !== undefined && (platform !== 'darwin' || signed)
  return {
    args: [
      ...(fed ? ['-c.publish.provider=generic', `-c.publish.url=${feed}`] : []),
      ...(homepage === undefined ? [] : [`-c.extraMetadata.homepage=${homepage}`]),
      ...(maintainer === undefined ? [] : [`-c.linux.maintainer=${maintainer}`]),
      // Without a signature of any kind nothing runs on a Mac with Apple's processor.
      ...(platform === 'darwin' && !signed ? ['-c.mac.identity=-', '-c.mac.notarize=false'] : []),
    ],
    env,
    says: [
      ...(platform in SIGNING ? signingSays(platform, signed, env) : []),
      fed ? `Updates come from ${feed}.` : 'Built without updates: ' + whyNot(feed),
    ],
  }
}

function signingSays(platform, signed, env) {
  if (!signed) return [`Not signed: ${SIGNING[platform].join(' and ')} are not set.`]
  if (platform !== 'darwin') return ['Signed.']
  if (hasAll(env, NOTARISING)) return ['Signed and notarised.']
  return [`Signed, not notarised: ${NOTARISING.join(', ')} are not set.`]
}

const whyNot = (feed) =>
  feed === undefined
    ? 'AIRDESK_UPDATE_URL is not set.'
    : 'macOS replaces only what is signed, and this is not.'

/** True with all of them, false with none. */
function hasAll(env, names) {
  const missing = names.filter((name) => !(name in env))
  if (missing.length > 0 && missing.length < names.length) {
    throw new Error(`${missing.join(' and ')} must be set too: ${names.join(', ')} belong together.`)
  }
  return names.length > 0 && missing.length === 0
}

/**
 * The names that a release's environment puts in the place of those of package.json.
 * @param {Record<string, string | undefined>} env
 * @returns {{ homepage?: string, maintainer?: string }}
 * @throws Error that names the variable and the rule
 */
export function releaseNames(env) {
  const homepage = address(env, 'AIRDESK_HOMEPAGE')
  const maintainer = maintainerIn(env)
  return { ...(homepage && { homepage }), ...(maintainer && { maintainer }) }
}

function address(env, name) {
  const text = env[name]
  if (text === undefined) return undefined
  if (!URL.canParse(text) || new URL(text).protocol !== 'https:') {
    throw new Error(`${name} must be an https address; it is "${text}".`)
  }
  return text
}

function maintainerIn({ AIRDESK_MAINTAINER: text }) {
  if (text !== undefined && !/^[^<>]+ <[^<>\s@]+@[^<>\s@]+>$/.test(text)) {
    throw new Error(
      `AIRDESK_MAINTAINER must be a name and an e-mail address, "Name <mail>"; it is "${text}".`,
    )
  }
  return text
}
