/** Scenes of the console in which viewers lack something: the channels, and the incidents of them. */
import type { ChannelView } from '../../service/contract/console/channel-view.ts'
import type { IncidentView } from '../../service/contract/console/incidents.ts'
import { fieldCamera, SCENE_NOW, townHall, waiting, webRtcClients, webRtcOnAir } from './console-scenes.ts'

const ago = (seconds: number) => SCENE_NOW - seconds * 1000

const [connection] = fieldCamera.connections
/** Its encoder sends black pictures without sound. */
export const dark: ChannelView = {
  ...fieldCamera,
  connections: connection?.stats
    ? [
        {
          ...connection,
          stats: {
            ...connection.stats,
            sound: { shortTermLufs: -70, silentSince: ago(14) },
            picture: { blackSince: ago(13), frozenSince: ago(13) },
          },
        },
      ]
    : [],
  findings: [
    { code: 'silent', severity: 'fail', since: ago(14), values: { seconds: 14 } },
    { code: 'black', severity: 'fail', since: ago(13), values: { seconds: 13 } },
  ],
}

/** Nothing in its picture has moved for 42 s. */
export const still: ChannelView = {
  ...townHall,
  channelId: '5F91B7KQ5T0C3N8X6W4E1R9YHA',
  name: 'Stage right',
  findings: [{ code: 'frozen', severity: 'warn', since: ago(42), values: { seconds: 42 } }],
}

/** Its sound comes late, and its transcoding too. */
export const behind: ChannelView = {
  ...townHall,
  pictureAge: { ms: 26_500, rising: true, tooOld: true },
  findings: [
    { code: 'transcoding-late', severity: 'fail', since: ago(31), values: { seconds: 18.4 } },
    { code: 'sound-late', severity: 'warn', since: ago(12), values: { seconds: 0.6 } },
  ],
}

const withoutMedia = (channel: ChannelView, seconds: number, viewers: number): ChannelView => ({
  ...channel,
  state: 'no-signal',
  stateSince: ago(seconds - 12),
  viewers,
  findings: [],
  pictureAge: { ms: (seconds + 6.4) * 1000, rising: true, tooOld: true },
  connections: channel.connections.map((one) => ({
    ...one,
    stats: one.stats && { ...one.stats, lastMediaAt: ago(seconds) },
  })),
})

/** Its encoder has sent nothing for 14 s. */
export const frozen = withoutMedia(fieldCamera, 14, 28)
/** So have those of two others, which failed with it. */
export const failedTogether: readonly ChannelView[] = [
  frozen,
  withoutMedia(townHall, 14, 190),
  withoutMedia(webRtcOnAir, 13, 40),
]

/** Without HLS: nothing of its clients has come for 14 s. */
export const silentClients: ChannelView = {
  ...webRtcClients,
  ...{ channelId: '9D52F1C8KQ5T0C3N8X6W4E1R9Y', name: 'Panel backstage' },
  ...{ state: 'no-signal', stateSince: ago(2), pictureAge: { ms: 14_000, rising: true, tooOld: true } },
  webrtc: webRtcClients.webrtc && { ...webRtcClients.webrtc, lastMediaAt: ago(14) },
}

const OBS = 'obs-output module (libobs version 32.0.1)'
export const stopped: IncidentView = {
  ...{ id: '1N91B7KQ5T0C3N8X6W4E1R9YHA', kind: 'picture-stopped', channelId: frozen.channelId },
  ...{ scheduleId: null, name: frozen.name, encoder: OBS, viewers: 37, acknowledged: null },
  ...{ beganAt: ago(14), overAt: null, outcome: null },
  steps: [
    { kind: 'silent', at: ago(14), reason: null },
    { kind: 'no-signal', at: ago(2), reason: null },
  ],
}

export const silentNow: IncidentView = {
  ...stopped,
  ...{ channelId: silentClients.channelId, name: silentClients.name, encoder: '', viewers: 1 },
}

export const stoppedTogether: readonly IncidentView[] = failedTogether.map(
  ({ channelId, name, viewers }, i) => ({
    ...stopped,
    ...{ id: `${i}P91B7KQ5T0C3N8X6W4E1R9YHA`, channelId, name, viewers, beganAt: ago(14 - i / 10) },
  }),
)

/** Over, and nobody has taken note. */
export const past: readonly IncidentView[] = [
  {
    ...stopped,
    ...{ id: '2N91B7KQ5T0C3N8X6W4E1R9YHA', beganAt: ago(55), overAt: ago(14) },
    outcome: 'back',
    steps: [
      { kind: 'silent', at: ago(55), reason: null },
      { kind: 'no-signal', at: ago(43), reason: null },
      { kind: 'lost', at: ago(40), reason: 'idle-timeout' },
    ],
  },
  {
    ...stopped,
    ...{ id: '3N91B7KQ5T0C3N8X6W4E1R9YHA', name: '', channelId: waiting.channelId, encoder: '' },
    ...{ beganAt: ago(600), overAt: ago(590), outcome: 'ended', viewers: 0 },
    steps: [{ kind: 'lost', at: ago(600), reason: 'client-lost' }],
  },
  {
    ...stopped,
    ...{ id: '4N91B7KQ5T0C3N8X6W4E1R9YHA', kind: 'late-start', name: 'Autumn town hall', viewers: 0 },
    ...{ channelId: townHall.channelId, scheduleId: '1S91B7KQ5T0C3N8X6W4E1R9YHA' },
    ...{ beganAt: ago(917), overAt: ago(727), outcome: 'back' },
    steps: [{ kind: 'due', at: ago(917), reason: null }],
  },
]
