/** What is made to go wrong, one after the other, and what is true of each. */
import { spawn } from 'node:child_process'
import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { answerOk, startEndpoint } from '../support/http-endpoint.ts'
import { callLive } from '../support/live-client.ts'
import { workerPids } from '../support/processes.ts'
import { s3Target } from '../support/storage/archive-targets.ts'
import { waitFor } from '../support/wait-for.ts'
import type { Truth } from './judge.ts'
import { startLiveEncoder } from './live-encoder.ts'
import type { LiveEncoder } from './live-encoder.ts'
import type { Word } from './looks.ts'
import { beginSchedule } from './schedule.ts'
import type { Stage } from './stage.ts'

/** One fault, set up so that all is well until it happens. */
export interface Scene extends Truth {
  /** The channel that it happens to; empty where it happens to none. */
  readonly about: string
  /** @returns when it did, milliseconds since 1970 */
  readonly happen: () => Promise<number>
  readonly mend: () => Promise<void>
  /** Leaves nothing of it. */
  readonly end: () => Promise<void>
}

export interface Fault {
  readonly id: string
  readonly title: string
  /** For how long it is watched, seconds. */
  readonly seconds: number
  readonly set: (stage: Stage) => Promise<Scene>
}

type Is = (word: Word) => boolean
const NOTHING_ELSE: Is = () => false
const is =
  (matter: Word['matter'], of: string | null, ...values: string[]): Is =>
  (word) =>
    word.matter === matter && (of === null || word.of === of) && values.includes(word.value)
const any =
  (...all: Is[]): Is =>
  (word) =>
    all.some((one) => one(word))
const alarm =
  (matter: Word['matter']): Is =>
  (word) =>
    word.matter === matter

/** Viewers have a still picture, or the broadcast has broken off. */
const stopped = (id: string | null): Is =>
  any(
    is('finding', id, 'picture-stopped', 'picture-stopped over'),
    is('state', id, 'starving', 'no-signal', 'reconnecting'),
    is('plate', id, 'starving', 'no-signal', 'reconnecting'),
  )

/** Its encoder has ended its broadcast; for a while it may be back. */
const gone = (id: string): Is => any(is('state', id, 'reconnecting'), is('plate', id, 'reconnecting'))

/** A channel whose encoder encodes as it sends, seen by viewers. */
async function onAir(stage: Stage, keyFrameSeconds = 2) {
  const { id, url } = await stage.makeChannel('decoded')
  const encoder = startLiveEncoder(url, keyFrameSeconds)
  await stage.untilFine(id)
  return { id, url, encoder }
}

async function cleared(stage: Stage, id: string, ...encoders: LiveEncoder[]): Promise<void> {
  for (const encoder of encoders) await encoder.stop()
  await stage.deleteChannel(id)
}

/** What is done to the encoder of a channel and undone. */
const toEncoder =
  (
    happen: (encoder: LiveEncoder) => void,
    mend: (encoder: LiveEncoder) => void,
    truth: (id: string) => Is,
    holds: (id: string) => Is = () => NOTHING_ELSE,
  ): Fault['set'] =>
  async (stage) => {
    const { id, encoder } = await onAir(stage)
    return {
      ...{ about: id, isTrue: truth(id), holds: holds(id) },
      happen: async () => (happen(encoder), Date.now()),
      mend: async () => mend(encoder),
      end: () => cleared(stage, id, encoder),
    }
  }

/** The same moment for what is done at once. */
const now = async (what: () => unknown): Promise<number> => {
  const at = Date.now()
  await what()
  return at
}

const killed: Fault['set'] = async (stage) => {
  const { id, url, encoder } = await onAir(stage)
  const encoders = [encoder]
  return {
    ...{ about: id, isTrue: stopped(id), holds: NOTHING_ELSE },
    happen: () => now(() => encoder.kill()),
    mend: async () => void encoders.push(startLiveEncoder(url)),
    end: () => cleared(stage, id, ...encoders),
  }
}

/** Nobody can know it before the second key frame: that is when it happens. */
const keyFrames: Fault['set'] = async (stage) => {
  const { id, url } = await stage.makeChannel('decoded')
  const encoders: LiveEncoder[] = []
  return {
    ...{ about: id, isTrue: is('finding', id, 'keyframe-interval') },
    // It is mended by an encoder that comes back with other settings.
    holds: gone(id),
    happen: async () => {
      const encoder = startLiveEncoder(url, 8)
      encoders.push(encoder)
      await waitFor(() => encoder.sent() >= 8, 'the second key frame')
      return Date.now()
    },
    mend: async () => {
      await encoders[0]?.stop()
      encoders.push(startLiveEncoder(url))
    },
    end: () => cleared(stage, id, ...encoders),
  }
}

const storeDown: Fault['set'] = async (stage) => {
  const store = await s3Target()
  const { archive_destination_id } = await callLive(
    stage.service.ready,
    'Service_20190205.CreateArchiveDestination',
    store.request,
  )
  const { id, url } = await stage.makeChannel('passed', {
    rendition: { archive: { archive_destination_id } },
  })
  const encoder = await stage.send(url)
  await stage.untilFine(id)
  await waitFor(async () => (await store.list()).length > 2, 'what is recorded to be in the store', 60_000)
  return {
    about: '',
    isTrue: any(alarm('archives'), is('finding', null, 'uploads', 'destinations')),
    holds: NOTHING_ELSE,
    happen: () => now(() => store.kill()),
    mend: () => store.start(),
    end: async () => {
      await encoder.stop()
      await stage.deleteChannel(id)
      // What was recorded still goes there.
      stage.atEnd.push(() => store.stop())
    },
  }
}

/** Nobody can know it before something is to be sent: that an encoder connects. */
const webhooksDown: Fault['set'] = async (stage) => {
  const endpoint = await startEndpoint()
  const endpoints = [endpoint]
  const { id, url } = await stage.makeChannel('passed', {
    channel: { event_webhook_url: `${endpoint.url}/events` },
  })
  const first = await stage.send(url)
  await stage.untilFine(id)
  await waitFor(() => endpoint.received.length > 0, 'the first event')
  await endpoint.close()
  return {
    about: '',
    isTrue: any(alarm('webhooks'), is('finding', null, 'webhook', 'webhooks')),
    // What is to be sent is that its encoder has gone.
    holds: gone(id),
    happen: () => now(() => first.stop()),
    mend: async () =>
      void endpoints.push(await startEndpoint(answerOk, { port: Number(new URL(endpoint.url).port) })),
    end: async () => {
      await stage.deleteChannel(id)
      await endpoints[1]?.close()
    },
  }
}

/** @param name of a process of the engine */
const processOf = ({ service }: Stage, name: string): number => {
  const [pid] = workerPids(service.pid, name)
  if (pid === undefined) throw new Error(`no process ${name}`)
  return pid
}

const mediaKilled: Fault['set'] = async (stage) => {
  const { id, url, encoder } = await onAir(stage)
  const encoders = [encoder]
  return {
    about: id,
    isTrue: any(stopped(null), is('ingest', null, 'restarting')),
    holds: NOTHING_ELSE,
    happen: () => now(() => process.kill(processOf(stage, 'ingest'), 'SIGKILL')),
    mend: async () => void encoders.push(startLiveEncoder(url)),
    end: () => cleared(stage, id, ...encoders),
  }
}

const engineKilled: Fault['set'] = async (stage) => {
  const { id, url, encoder } = await onAir(stage)
  const encoders = [encoder]
  return {
    about: id,
    isTrue: alarm('contact'),
    // Known when it is back: it took the picture with it.
    holds: stopped(null),
    happen: () => now(() => stage.service.kill()),
    mend: async () => {
      await stage.startAgain()
      encoders.push(startLiveEncoder(url))
    },
    end: () => cleared(stage, id, ...encoders),
  }
}

const overload: Fault['set'] = async (stage) => {
  const { id, encoder } = await onAir(stage)
  const loops: ReturnType<typeof spawn>[] = []
  return {
    about: '',
    isTrue: any(alarm('overload'), is('cpu', null, 'warn')),
    // Pictures come late then, whoever made it so busy; that is said of viewers and blames nobody.
    holds: any(stopped(null), is('finding', null, 'transcoding-late')),
    happen: () =>
      now(() => {
        for (const _ of cpus()) loops.push(spawn(process.execPath, ['-e', 'for (;;) {}']))
      }),
    mend: async () => loops.forEach((loop) => loop.kill()),
    end: async () => {
      for (const loop of loops) loop.kill()
      await cleared(stage, id, encoder)
    },
  }
}

const lateStart: Fault['set'] = async (stage) => {
  const made = await beginSchedule(stage)
  return {
    about: '',
    isTrue: any(alarm('late'), alarm('late-alarm'), is('finding', null, 'late-start')),
    holds: is('finding', null, 'late-start over'),
    happen: async () => {
      await delay(Math.max(0, made.startsAt - Date.now()))
      return made.startsAt
    },
    mend: made.move,
    end: made.remove,
  }
}

/** The one for which this computer has to be told to be too busy. */
export const OVERLOAD = 'overload'

export const FAULTS: readonly Fault[] = [
  {
    id: 'frozen',
    title: 'Encoder frozen (`SIGSTOP`)',
    seconds: 20,
    set: toEncoder(
      (encoder) => encoder.pause(),
      (encoder) => encoder.resume(),
      stopped,
      // Who comes back has paused.
      (id) => is('finding', id, 'network-gap'),
    ),
  },
  { id: 'killed', title: 'Encoder killed (`SIGKILL`)', seconds: 20, set: killed },
  { id: 'key-frames', title: 'Key frames every 8 s, of 2 s', seconds: 20, set: keyFrames },
  {
    id: 'silent',
    title: 'Digital silence',
    seconds: 12,
    set: toEncoder(
      (encoder) => encoder.mute(true),
      (encoder) => encoder.mute(false),
      (id) => any(is('finding', id, 'silent'), is('plate', id, 'silent')),
    ),
  },
  {
    id: 'black',
    title: 'Black pictures',
    seconds: 12,
    set: toEncoder(
      (encoder) => encoder.blacken(true),
      (encoder) => encoder.blacken(false),
      (id) => any(is('finding', id, 'black'), is('plate', id, 'black')),
    ),
  },
  { id: 'store', title: 'Archive store killed', seconds: 20, set: storeDown },
  { id: 'webhooks', title: 'Webhook endpoint gone', seconds: 12, set: webhooksDown },
  { id: 'media', title: 'Media process killed (`kill -9`)', seconds: 20, set: mediaKilled },
  { id: 'engine', title: 'Whole service killed (`kill -9`)', seconds: 12, set: engineKilled },
  { id: OVERLOAD, title: 'A busy loop on each core', seconds: 60, set: overload },
  { id: 'late', title: 'Schedule that nobody starts', seconds: 12, set: lateStart },
]
