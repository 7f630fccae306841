/** What a new installation begins with. */
import type { FinishSetup } from '../../contract/console/setup.ts'
import type { ChannelId } from '../../contract/ids.ts'
import type { Rendition } from '../../contract/rendition.ts'
import type { EpochMilliseconds, Milliseconds } from '../../contract/units.ts'
import type { Permissions } from '../identity/user.ts'

const HOUR: Milliseconds = 3_600_000

type Language = FinishSetup['language']

interface Names {
  readonly testPicture: string
  readonly rtmp: string
  readonly webrtc: string
  readonly schedules: readonly [string, string, string, string]
  readonly users: readonly [string, string]
}

const NAMES: Record<Language, Names> = {
  en: {
    testPicture: 'Test picture',
    rtmp: 'Demo channel',
    webrtc: 'Demo studio',
    schedules: ['Rehearsal', 'Morning update', 'Town hall', 'Match day'],
    users: ['Demo broadcaster', 'Demo viewer'],
  },
  ja: {
    testPicture: 'テスト映像',
    rtmp: 'デモチャンネル',
    webrtc: 'デモスタジオ',
    schedules: ['リハーサル', '朝のお知らせ', '全社ミーティング', '試合中継'],
    users: ['デモ配信者', 'デモ視聴者'],
  },
}

/** Start and length of each schedule, hours from the next full one. None overlaps another. */
const TIMES = [
  [-25, 1],
  [1, 1],
  [3, 2],
  [26, 3],
] as const

const timing = { durationSeconds: 2, startTimeOffset: -6 }
/** The size of the test picture, and a small one to switch to. */
export const RENDITIONS: readonly Rendition[] = [
  { ...timing, video: rendered(1280, 720, 2_500_000), audio: { bps: 128_000 } },
  { ...timing, video: rendered(640, 360, 700_000), audio: { bps: 96_000 } },
]

function rendered(width: number, height: number, bps: number) {
  return { width, height, fps: 30, bps, codec: 'h264_high' as const }
}

export interface DemoUser {
  readonly name: string
  readonly email: string
  readonly permissions: Permissions
}

/** As the domain makes them, within one transaction. */
export interface DemoMaker {
  schedule(period: {
    readonly name: string
    readonly startsAt: EpochMilliseconds
    readonly endsAt: EpochMilliseconds
    readonly renditions: readonly Rendition[]
  }): void
  rtmpChannel(name: string): ChannelId
  webrtcChannel(name: string): void
}

export function demoUsers(language: Language): readonly DemoUser[] {
  const [broadcaster, viewer] = NAMES[language].users
  const nothing = { delivery: false, view: false, schedule: false, user: false }
  return [
    {
      name: broadcaster,
      email: 'broadcaster@demo.example',
      permissions: { ...nothing, delivery: true, view: true },
    },
    { name: viewer, email: 'viewer@demo.example', permissions: { ...nothing, view: true } },
  ]
}

/** Makes the data that the operator chose. @returns the channel for the test picture */
export function makeStartingData(
  make: DemoMaker,
  { data, language }: FinishSetup,
  now: EpochMilliseconds,
): ChannelId {
  const names = NAMES[language]
  if (data === 'empty') return make.rtmpChannel(names.testPicture)
  const nextHour = Math.floor(now / HOUR + 1) * HOUR
  TIMES.forEach(([from, hours], i) => {
    const startsAt = nextHour + from * HOUR
    const name = names.schedules[i] ?? ''
    make.schedule({ name, startsAt, endsAt: startsAt + hours * HOUR, renditions: RENDITIONS })
  })
  make.webrtcChannel(names.webrtc)
  return make.rtmpChannel(names.rtmp)
}
