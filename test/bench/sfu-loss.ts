/** Chromium through a bad network to the SFU and to Janus: one sends, one receives, each by a relay of its own. */
import { setTimeout as delay } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { janusIsInstalled, startJanus } from '../support/janus/process.ts'
import { JanusRoom } from '../support/janus/room.ts'
import { LossyRelay, candidateOf, withRelay, withoutCandidates } from '../support/webrtc/lossy-relay.ts'
import { SfuProcess } from '../support/webrtc/sfu-process.ts'
import { waitFor } from '../support/wait-for.ts'
import { median } from './processes.ts'
import { spread } from './rows.ts'
import type { Row } from './rows.ts'
import { openBrowser } from './sfu-loss/browser.ts'

/** Chromium calls a gap of 183 ms and more a freeze, at 30 frames/s (WebRTC Statistics, freezeCount). */
const LOSSES = [
  { loss: 0.02, frames: '≥ 0.9', freezes: '0' },
  { loss: 0.05, frames: '≥ 1.0', freezes: '' },
  { loss: 0.1, frames: '≥ 1.0', freezes: '' },
] as const
const DELAY_MS = 10
/** Time in which the sender finds its bit rate. */
const WARM_UP_MS = 10_000
const FEED = 100

interface LossRound {
  readonly framesPerSecond: number
  readonly freezesPerTenSeconds: number
  readonly frozenShare: number
  /** Of what was sent, kbit/s. */
  readonly kilobitsPerSecond: number
}

type Connect = (page: Page, relayed: (sdp: string) => Promise<string>) => Promise<() => Promise<unknown>>

/** @param entry file of our SFU process; what the build makes by default */
export async function compareLoss(options: {
  readonly rounds: number
  readonly seconds: number
  readonly entry?: string
}): Promise<Row[]> {
  if (!janusIsInstalled()) {
    console.log('  left out: it needs Janus (Debian: janus)')
    return []
  }
  const servers = { janus: throughJanus, airdesk: throughOurs(options.entry) }
  const browser = await openBrowser()
  const rows: Row[] = []
  try {
    for (const target of LOSSES) {
      const { loss } = target
      const rounds: Record<keyof typeof servers, LossRound[]> = { janus: [], airdesk: [] }
      for (let i = 1; i <= options.rounds; i++) {
        for (const server of ['janus', 'airdesk'] as const) {
          const page = await browser.open()
          const round = await measure(page, servers[server], loss, options.seconds)
          await page.close()
          rounds[server].push(round)
          console.log(`  ${loss * 100} % loss, round ${i}, ${server}: ${JSON.stringify(round)}`)
        }
      }
      rows.push(...rowsOf(target, rounds.airdesk, rounds.janus))
    }
  } finally {
    await browser.close()
  }
  return rows
}

async function measure(page: Page, connect: Connect, loss: number, seconds: number): Promise<LossRound> {
  const relays: LossyRelay[] = []
  const relayed = async (sdp: string) => {
    const relay = await LossyRelay.open(candidateOf(sdp), { loss, delayMs: DELAY_MS })
    relays.push(relay)
    return withRelay(sdp, relay)
  }
  const stop = await connect(page, relayed)
  try {
    const stats = () => page.evaluate(() => window.peers.stats())
    await waitFor(async () => (await stats()).framesDecoded > 0, 'the first frame')
    await delay(WARM_UP_MS)
    const before = await stats()
    await delay(seconds * 1000)
    const after = await stats()
    const took = (after.atMs - before.atMs) / 1000
    return {
      framesPerSecond: (after.framesDecoded - before.framesDecoded) / took,
      freezesPerTenSeconds: ((after.freezes - before.freezes) * 10) / took,
      frozenShare: (after.freezeSeconds - before.freezeSeconds) / took,
      kilobitsPerSecond: ((after.sentBytes - before.sentBytes) * 8) / 1000 / took,
    }
  } finally {
    await stop()
    for (const relay of relays) relay.close()
  }
}

function throughOurs(entry: string | undefined): Connect {
  return async (page, relayed) => {
    const sfu = await SfuProcess.start(entry === undefined ? {} : { entry })
    const join = async (name: 'sender' | 'receiver', role: 'sendonly' | 'recvonly') => {
      const peer = await sfu.open({ channelId: 'bench', role })
      let relay: Promise<string> | null = null
      const answer = async (sdp: string) => {
        // Later offers have the candidate of the first, whose relay stays.
        relay ??= relayed(sdp)
        const line = /^a=candidate:.*$/m.exec(await relay)?.[0] ?? ''
        const offer = sdp.replace(/^a=candidate:.*$/m, line)
        const answered = await page.evaluate(([n, o]) => window.peers.answer(n, o), [name, offer] as const)
        return withoutCandidates(answered)
      }
      await peer.answer(await answer(peer.offerSdp), { reoffer: answer })
      await peer.isUp
    }
    await join('sender', 'sendonly')
    await join('receiver', 'recvonly')
    return () => sfu.stop()
  }
}

const throughJanus: Connect = async (page, relayed) => {
  const janus = await startJanus()
  const room = await JanusRoom.open(janus.url)
  const offer = withoutCandidates(await page.evaluate(() => window.peers.offer('sender')))
  const { answerSdp, up } = await room.publish(FEED, offer)
  const accepted = await relayed(answerSdp)
  await page.evaluate((sdp) => window.peers.accept('sender', sdp), accepted)
  await up()
  const { offerSdp, start } = await room.subscribe([FEED])
  const offered = await relayed(offerSdp)
  await start(withoutCandidates(await page.evaluate((sdp) => window.peers.answer('receiver', sdp), offered)))
  return () => {
    room.close()
    return janus.stop()
  }
}

function rowsOf(
  { loss, frames, freezes }: (typeof LOSSES)[number],
  ours: readonly LossRound[],
  theirs: readonly LossRound[],
): Row[] {
  const row = (what: string, value: (round: LossRound) => number, digits: number, target: string): Row => {
    const [our, their] = [ours.map(value), theirs.map(value)]
    const ratio = median(our) / median(their)
    return [
      `WebRTC with ${loss * 100} % loss, ${what}`,
      spread(our, digits),
      `Janus: ${spread(their, digits)}`,
      Number.isFinite(ratio) ? ratio.toFixed(2) : '',
      target,
    ]
  }
  return [
    row('frames decoded/s', (round) => round.framesPerSecond, 1, frames),
    row('freezes in 10 s', (round) => round.freezesPerTenSeconds, 1, freezes),
    row('sent with retransmissions, kbit/s', (round) => round.kilobitsPerSecond, 0, ''),
  ]
}
