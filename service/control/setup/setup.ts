import type { ChangeFirstUser, FinishSetup, FirstUser } from '../../contract/console/setup.ts'
import type { AccessTokenId, ChannelId, SystemId } from '../../contract/ids.ts'
import { badRequest, isRefusal, refusal } from '../../contract/refusal/refusal.ts'
import type { RefusalCode } from '../../contract/refusal/refusals.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Channels } from '../channel/channels.ts'
import { generatePassword } from '../identity/generate.ts'
import type { Identity } from '../identity/identity.ts'
import { emailKey } from '../../contract/option-api.ts'
import type { Session } from '../identity/user.ts'
import type { Schedules } from '../schedule/schedules.ts'
import { RENDITIONS, demoUsers, makeStartingData } from './demo.ts'
import type { DemoMaker } from './demo.ts'
import type { SetupRepository } from './repository.ts'

/** Credentials that are known in clear; null where only a hash is left. Secret. */
export interface KnownSecrets {
  readonly password: string | null
  readonly accessCode: string | null
}

export interface SetupParts {
  readonly clock: Clock
  readonly setup: Pick<SetupRepository, 'isFinished' | 'finish' | 'isInUse'>
  readonly identity: Identity
  readonly channels: Pick<Channels, 'create' | 'rename'>
  readonly schedules: Pick<Schedules, 'create'>
  consoleToken(systemId: SystemId): AccessTokenId
  readonly known: KnownSecrets
}

const WITHOUT_WEBHOOKS = { auth_webhook_url: '', event_webhook_url: '', environment: 0 } as const

/** Who sets up. */
type Asker = Pick<Session, 'user' | 'system'>

/** The questions of a new installation: who runs it, and what it begins with. */
export class Setup {
  readonly #parts: SetupParts
  #known: KnownSecrets

  constructor(parts: SetupParts) {
    this.#parts = parts
    this.#known = parts.known
  }

  /**
   * At a start: asks nothing where the installation is in use, or where whoever started it has answered already.
   * @param start `credentials` given at the start, null for those that were not; `wanted` false for no questions
   */
  begin(start: { readonly credentials: readonly (string | null)[]; readonly wanted: boolean }): void {
    const { setup, clock } = this.#parts
    const isAnswered = !start.wanted || start.credentials.some((given) => given !== null)
    if (isAnswered || setup.isInUse()) setup.finish(clock.now())
  }

  isFinished(): boolean {
    return this.#parts.setup.isFinished()
  }

  /** @throws Refusal `FORBIDDEN` once set-up is finished */
  firstUser({ user }: Asker): FirstUser {
    this.#demandUnfinished()
    const { password, accessCode } = this.#known
    return { name: user.name, email: user.email, password, accessCode }
  }

  /**
   * Changes the user who asks, and the access code. Other sessions of theirs end with the old password.
   * @param token login token of who asks
   * @throws Refusal `FORBIDDEN` once set-up is finished, `BAD_REQUEST` for a password that breaks the rule
   *   of the system, `EMAIL_TAKEN`
   */
  async changeFirstUser({ user, system }: Asker, token: string, change: ChangeFirstUser): Promise<void> {
    const { store, hasher, passwordRules, sessions } = this.#parts.identity
    const { name, email, password, accessCode } = change
    const hash = (text: string | undefined) => (text === undefined ? null : hasher.hash(text))
    const [passwordHash, accessCodeHash] = await Promise.all([hash(password), hash(accessCode)])
    store.transaction(() => {
      this.#demandUnfinished()
      const rule = password === undefined ? null : passwordRules.check(system, password)
      if (rule !== null) throw badRequest({ path: 'password', ...rule })
      if (email !== undefined) {
        const holders = store.users.findByEmail(emailKey(email))
        if (holders.some(({ id, systemId }) => systemId === system.id && id !== user.id))
          throw refusal('EMAIL_TAKEN')
        store.users.setEmail(user.id, email)
      }
      if (name !== undefined) store.users.update(user.id, { name, permissions: user.permissions })
      if (accessCodeHash !== null)
        store.systems.setAccessCodeHash(system.id, accessCodeHash, this.#parts.clock.now())
      if (passwordHash === null) return
      store.users.setPasswordHash(user.id, passwordHash)
      sessions.closeOfUser(user.id, token)
    })
    this.#known = {
      password: password ?? this.#known.password,
      accessCode: accessCode ?? this.#known.accessCode,
    }
  }

  /**
   * Makes what the installation begins with and finishes, or does nothing.
   * @returns the channel for the test picture
   * @throws Refusal `FORBIDDEN` when it is finished
   */
  async finish(session: Asker, wish: FinishSetup): Promise<ChannelId> {
    const { clock, setup, identity } = this.#parts
    const createUsers = wish.data === 'demo' ? await this.#prepareUsers(session, wish.language) : []
    return identity.store.transaction(() => {
      this.#demandUnfinished()
      setup.finish(clock.now())
      for (const create of createUsers) create()
      return makeStartingData(this.#maker(session), wish, clock.now())
    })
  }

  /** Adds demo data to what is there, at any time: users and schedules only where nothing is in their place. */
  async addDemo(session: Asker, language: FinishSetup['language']): Promise<void> {
    const { clock, setup, identity } = this.#parts
    const createUsers = await this.#prepareUsers(session, language)
    identity.store.transaction(() => {
      setup.finish(clock.now())
      for (const create of createUsers) unlessTaken('EMAIL_TAKEN', create)
      const maker = this.#maker(session)
      const schedule: DemoMaker['schedule'] = (period) =>
        unlessTaken('SCHEDULE_OVERLAP', () => maker.schedule(period))
      makeStartingData({ ...maker, schedule }, { data: 'demo', language }, clock.now())
    })
  }

  /** @returns what makes each of them, in a transaction */
  #prepareUsers({ user, system }: Asker, language: FinishSetup['language']) {
    const { identity } = this.#parts
    return Promise.all(
      demoUsers(language).map((demo) => {
        const password = generatePassword(system.passwordMinLength)
        return identity.users.prepareCreate(user, system, { ...demo, password })
      }),
    )
  }

  #maker({ user, system }: Asker): DemoMaker {
    const { channels, schedules } = this.#parts
    const maker = { systemId: system.id, tokenId: this.#parts.consoleToken(system.id) }
    const named = (name: string, channelId: ChannelId) => {
      channels.rename(system.id, channelId, name)
      return channelId
    }
    const settings = { hls: [...RENDITIONS], encrypt_key_uri: '', ...WITHOUT_WEBHOOKS }
    return {
      schedule: (period) => void schedules.create(system.id, user, period),
      rtmpChannel: (name) =>
        named(name, channels.create(maker, { kind: 'rtmp', settings: rtmpOf(settings) }).channelId),
      webrtcChannel: (name) =>
        void named(name, channels.create(maker, { kind: 'webrtc-hls', settings }).channelId),
    }
  }

  #demandUnfinished(): void {
    if (this.isFinished()) throw refusal('SETUP_FINISHED')
  }
}

/** Leaves out what can't be made because something has its place. */
function unlessTaken(code: RefusalCode, make: () => unknown): void {
  try {
    make()
  } catch (error) {
    if (!isRefusal(error, code)) throw error
  }
}

/** Channels of encoders know no environments. */
function rtmpOf<T extends { readonly environment: unknown }>({ environment: _, ...settings }: T) {
  return settings
}
