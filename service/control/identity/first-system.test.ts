import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openTestDatabase } from '../../../test/support/database.ts'
import { testIdentity } from '../../../test/support/identity.ts'
import { ManualClock } from '../../../test/support/manual-clock.ts'
import type { SystemId } from '../../contract/ids.ts'
import { accessCodeSchema, emailSchema, passwordSchema } from '../../contract/option-api.ts'
import type { Database } from '../store/database.ts'
import { InvalidOptionError } from './first-system-options.ts'
import type { FirstSystemOptions } from './first-system-options.ts'
import { ensureFirstSystem } from './first-system.ts'
import type { Credentials } from './first-system.ts'
import type { Identity } from './identity.ts'
import { readKnownCredentials, recallCredentials, saveKnownCredentials } from './known-credentials.ts'

let folder: string
let clock: ManualClock
let database: Database
let identity: Identity

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'airdesk-identity-'))
  clock = new ManualClock()
  open()
})
afterEach(() => {
  database.close()
  rmSync(folder, { recursive: true })
})

function open() {
  database = openTestDatabase(join(folder, 'airdesk.db'))
  identity = testIdentity(clock, database)
}
/** As the service does when it starts again. */
const start = (options: FirstSystemOptions = {}) => {
  database.close()
  open()
  return ensureFirstSystem(identity, clock, options)
}
const canLogin = ({ email, password, accessCode }: Credentials) =>
  identity.login
    .login({
      email,
      password: password ?? '',
      accessCode: accessCode ?? '',
      remoteAddress: '::1',
      kind: 'option',
    })
    .then(
      () => true,
      () => false,
    )
const revoke = (accessToken: string | null) => {
  const token = identity.accessTokens.find(accessToken ?? '')
  expect(token && identity.accessTokens.revoke(token.systemId, token.id)).toBe(true)
  return accessToken ?? ''
}
const rows = (table: string) => database.prepare(`SELECT * FROM ${table} ORDER BY rowid`).all()

describe('the first start', () => {
  it('makes everything that is needed, by the rules of the option API', async () => {
    const { system, master, credentials, created } = await start()
    expect(created).toBe(true)
    emailSchema.parse(credentials.email)
    passwordSchema.parse(credentials.password)
    accessCodeSchema.parse(credentials.accessCode)
    expect(credentials.password).toMatch(/^[a-hjkmnp-z2-9]{7}$/)
    expect(master).toMatchObject({ isMaster: true, systemId: system.id, email: credentials.email })
    expect(await canLogin(credentials)).toBe(true)
    expect(identity.accessTokens.authenticate(credentials.accessToken ?? '')?.name).toBe('Default')
    expect(system.webhookSecret).toMatch(/^whsec_/)
    expect(Buffer.from(system.webhookSecret.slice(6), 'base64')).toHaveLength(32)
  })

  it('keeps no credential in clear', async () => {
    const { credentials } = await start()
    const kept = JSON.stringify(['systems', 'users', 'access_tokens'].map(rows))
    for (const secret of [credentials.password, credentials.accessCode, credentials.accessToken]) {
      expect(kept).not.toContain(secret)
    }
  })

  it('takes what the options say', async () => {
    const options = { email: 'Me@Example.com', password: 'p w', accessCode: 'c', accessToken: 'a+b/c==' }
    const { system, credentials } = await start({ ...options, timeZone: 'Asia/Tokyo' })
    expect(credentials).toEqual(options)
    expect(system.timeZone).toBe('Asia/Tokyo')
    expect(await canLogin(options)).toBe(true)
    expect(identity.accessTokens.list(system.id).map(({ name }) => name)).toEqual(['Default'])
    expect(identity.accessTokens.authenticate('a+b/c==')).not.toBeNull()
  })

  it('generates other values every time', async () => {
    const first = (await start()).credentials
    const other = testIdentity(clock, openTestDatabase())
    const second = (await ensureFirstSystem(other, clock)).credentials
    expect(second.password).not.toBe(first.password)
    expect(second.accessCode).not.toBe(first.accessCode)
    expect(second.accessToken).not.toBe(first.accessToken)
  })
})

describe('a later start', () => {
  it('changes nothing by itself and no longer knows the secrets', async () => {
    const first = await start()
    const { token } = identity.sessions.open(first.master, 'option')
    const before = ['systems', 'users', 'access_tokens'].map(rows)
    const second = await start()
    expect(identity.sessions.authenticate(token, 'option')?.user).toEqual(first.master)
    expect(identity.accessTokens.authenticate(first.credentials.accessToken ?? '')).not.toBeNull()
    expect(second).toEqual({
      ...first,
      created: false,
      credentials: { email: first.credentials.email, password: null, accessCode: null, accessToken: null },
    })
    expect(['systems', 'users', 'access_tokens'].map(rows)).toEqual(before)
  })

  it('makes true what the options say, and only once', async () => {
    const { system, credentials, master } = await start()
    const { token } = identity.sessions.open(master, 'option')
    const options = { password: 'other', accessCode: 'new code', accessToken: 'my-own-token' }
    await start(options)
    const all = { email: credentials.email, ...options }
    expect(await canLogin(all)).toBe(true)
    expect(await canLogin(credentials)).toBe(false)
    expect(identity.sessions.authenticate(token, 'option')).toBeNull()
    expect(identity.accessTokens.authenticate(credentials.accessToken ?? '')).not.toBeNull()

    const before = ['systems', 'users', 'access_tokens', 'login_tokens'].map(rows)
    expect((await start(options)).credentials).toEqual(all)
    expect(['systems', 'users', 'access_tokens', 'login_tokens'].map(rows)).toEqual(before)
    expect(identity.accessTokens.list(system.id)).toHaveLength(2)
  })

  it('makes another master for another e-mail, and finds an e-mail in any case', async () => {
    await start({ email: 'a@x.test', password: 'one' })
    const { master, credentials } = await start({ email: 'b@x.test' })
    expect(master).toMatchObject({ email: 'b@x.test', isMaster: true })
    expect(credentials.password).toHaveLength(7)
    const again = await start({ email: 'B@X.test', password: 'two' })
    expect(again.credentials).toMatchObject({ email: 'b@x.test', password: 'two' })
    expect(rows('users')).toHaveLength(2)
  })

  it('makes a master of the user whose e-mail is given', async () => {
    const { system, master } = await start()
    const permissions = { ...master.permissions, user: false }
    const id = identity.store.users.insert({ ...master, email: 'plain@x.test', isMaster: false, permissions })
    expect((await start({ email: 'plain@x.test' })).master).toMatchObject({
      id,
      isMaster: true,
      permissions: { user: true },
    })
    expect(identity.store.users.masters(system.id)).toHaveLength(2)
  })

  it('makes a revoked token good again', async () => {
    const { credentials } = await start()
    const accessToken = revoke(credentials.accessToken)
    await start({ accessToken })
    expect(identity.accessTokens.authenticate(accessToken)).not.toBeNull()
  })

  it('refuses a token that is used elsewhere, and then changes nothing', async () => {
    const { credentials } = await start()
    const system = {
      id: 'other' as SystemId,
      name: '',
      timeZone: 'UTC',
      webhookSecret: '',
      passwordMinLength: null,
      accessCodeHash: '',
    }
    identity.store.systems.insert({ ...system, createdAt: clock.now() + 1 })
    identity.accessTokens.create(system.id, 'x', 'api', 'taken')
    await expect(start({ accessToken: 'taken', password: 'other' })).rejects.toThrow(
      /--access-token must not/,
    )
    expect(await canLogin(credentials)).toBe(true)
  })
})

describe('options that break a rule', () => {
  it.each([
    [{ email: 'nobody' }, 'email', /--email must be an e-mail address\./],
    [{ email: '' }, 'email', /--email/],
    [{ password: '' }, 'password', /--password must have 1 to 7 characters\./],
    [{ password: '12345678' }, 'password', /--password must have 1 to 7 characters\./],
    [{ accessCode: '' }, 'access-code', /--access-code must have 1 to 128 characters\./],
    [{ accessToken: '' }, 'access-token', /--access-token must consist of/],
    [{ accessToken: 'two words' }, 'access-token', /--access-token must consist of/],
    [{ accessToken: 'a=b' }, 'access-token', /--access-token must consist of/],
    [{ accessToken: 'é' }, 'access-token', /--access-token must consist of/],
    [{ accessToken: 'x'.repeat(513) }, 'access-token', /--access-token must have at most 512/],
    [{ timeZone: 'Nowhere' }, 'time-zone', /--time-zone must be an IANA time zone\./],
  ])('%j', async (options, option, message) => {
    const error = await ensureFirstSystem(identity, clock, options).catch((reason: unknown) => reason)
    expect(error).toBeInstanceOf(InvalidOptionError)
    expect(error).toMatchObject({ option, message: expect.stringMatching(message) as unknown })
    for (const value of Object.values(options).filter((v) => v.length > 1)) {
      expect(String(error)).not.toContain(value)
    }
    expect(rows('systems')).toEqual([])
  })

  it('takes passwords by the rule of the system, but for the one it has', async () => {
    const { system } = await start({ email: 'a@x.test', password: 'short' })
    identity.store.systems.setPasswordMinLength(system.id, 9)
    expect((await start({ password: 'short' })).credentials.password).toBe('short')
    for (const options of [{ password: '12345678' }, { email: 'b@x.test', password: 'short' }]) {
      const refused = new InvalidOptionError('password', 'must have at least 9 characters')
      await expect(start(options)).rejects.toThrow(refused)
    }
    const givenBy = { password: 'AIRDESK_PASSWORD' }
    await expect(start({ password: '12345678', givenBy })).rejects.toThrow(/^AIRDESK_PASSWORD must have/)
    expect(identity.store.users.list(system.id)).toHaveLength(1)
    expect((await start({ password: '123456789' })).credentials.password).toBe('123456789')
    expect((await start({ email: 'b@x.test' })).credentials.password).toHaveLength(9)
    const passwordText = 'abcdefghijkl'
    expect((await start({ passwordText })).credentials.password).toBe('abcdefghi')
    expect((await start({ passwordText, password: '987654321' })).credentials.password).toBe('987654321')
  })

  it('counts characters, not bytes or UTF-16 units', async () => {
    const { credentials } = await start({ password: '😀😀😀😀😀😀😀' })
    expect(await canLogin(credentials)).toBe(true)
  })
})

describe('known credentials', () => {
  const file = () => join(folder, 'credentials.json')
  const logger = { warn: vi.fn() }
  afterEach(() => logger.warn.mockClear())
  const recall = async (options: FirstSystemOptions = {}) => {
    const first = await start(options)
    return recallCredentials(file(), identity, first, logger)
  }

  it('are remembered in a file of the owner alone', async () => {
    const first = await start()
    expect(await recallCredentials(file(), identity, first, logger)).toEqual(first.credentials)
    if (process.platform !== 'win32') expect(statSync(file()).mode & 0o777).toBe(0o600)
    expect(await recall()).toEqual(first.credentials)
    expect(readdirSync(folder).filter((name) => name.startsWith('credentials'))).toEqual(['credentials.json'])
    expect(logger.warn).not.toHaveBeenCalled()
  })

  it('are forgotten when they are no longer true', async () => {
    const first = await start()
    await recallCredentials(file(), identity, first, logger)
    identity.store.users.setPasswordHash(first.master.id, await identity.hasher.hash('changed'))
    identity.store.systems.setAccessCodeHash(first.system.id, await identity.hasher.hash('changed'), 0)
    revoke(first.credentials.accessToken)
    const nothing = { email: first.master.email, password: null, accessCode: null, accessToken: null }
    expect(await recall()).toEqual(nothing)
    expect(readFileSync(file(), 'utf8')).not.toContain(first.credentials.password)
  })

  it('are checked by their hashes once, and again where the file was changed', async () => {
    const first = await start()
    await recallCredentials(file(), identity, first, logger)
    let checks = 0
    const verify = (hash: string, plain: string) => (checks++, identity.hasher.verify(hash, plain))
    const counting = { ...identity, hasher: { ...identity.hasher, verify } }
    const read = () => readKnownCredentials(file(), counting, first)
    expect(await read()).toEqual(first.credentials)
    expect(checks).toBe(0)
    const { accessCode, password } = first.credentials
    writeFileSync(file(), readFileSync(file(), 'utf8').replace(`"${password}"`, '"another"'))
    expect(await read()).toMatchObject({ password: null, accessCode })
    expect(checks).toBe(1)
    writeFileSync(
      file(),
      readFileSync(file(), 'utf8').replace(
        /"proofs": \{[^}]*\}/,
        '"proofs": {"password": null, "access_code": null}',
      ),
    )
    expect(await read()).toMatchObject({ password: null, accessCode })
    expect(checks).toBe(3)
  })

  it('of one user are not shown for another', async () => {
    const first = await start({ email: 'a@x.test', password: 'same' })
    await recallCredentials(file(), identity, first, logger)
    const other = await start({ email: 'b@x.test', password: 'same' })
    expect(await readKnownCredentials(file(), identity, other)).toMatchObject({ password: null })
  })

  it('given as options replace the remembered ones', async () => {
    await recall()
    await recall({ password: 'new' })
    expect((await recall()).password).toBe('new')
  })

  it.each(['', 'no json', '[]', '{"email":1}', '{"email":"x","password":5}'])(
    'in a damaged file %j are none',
    async (content) => {
      const first = await start()
      writeFileSync(file(), content)
      expect(await readKnownCredentials(file(), identity, first)).toEqual({
        email: first.master.email,
        password: null,
        accessCode: null,
        accessToken: null,
      })
      await recall()
      expect(logger.warn).toHaveBeenCalledExactlyOnceWith(
        { file: file() },
        'the file of known credentials is damaged: what was not given is told no more',
      )
    },
  )

  it('in a file that cannot be read are not replaced: there is no other copy', async () => {
    mkdirSync(file())
    const { credentials, ...first } = await start()
    expect(credentials.password).not.toBeNull()
    const recalled = recallCredentials(file(), identity, { credentials, ...first }, logger)
    await expect(recalled).rejects.toMatchObject({ code: 'EISDIR', syscall: 'read' })
    expect(logger.warn).not.toHaveBeenCalled()
  })

  it('leave nothing behind when they can not be written', async () => {
    const { credentials, ...first } = await start()
    const missing = join(folder, 'missing', 'credentials.json')
    await expect(saveKnownCredentials(missing, credentials, first)).rejects.toMatchObject({ code: 'ENOENT' })
  })
})
