/** `import { startAirdesk } from 'airdesk'`. */
export { connectAirdesk, startAirdesk } from './airdesk.ts'
export type { Airdesk, ConnectedAirdesk, StartOptions } from './airdesk.ts'
export type { TestFixtures, WorkerFixtures } from './fixtures.ts'
export type { LiveAnswer, LiveClient, LiveOperation, LiveRequest, OptionClient } from './clients.ts'
export type { ClockState, Fired, Firing, KitClock as Clock } from './clock.ts'
export type { Coverage, CoverageView } from './coverage.ts'
export type { FaultPreset, Faults, FaultView, NewFault } from './faults.ts'
export type { Recording, RecordingView } from './record.ts'
export type { Ready } from './ready.ts'
export type { AudioFacts, MediaFacts, VideoFacts } from './play/media.ts'
export type { Play, Playback, PlayOptions, Segment } from './play/play.ts'
export type { MediaPlaylist, Variant } from './play/playlist.ts'
export type { Publish, Publisher, PublishOptions, WebrtcOptions } from './publish.ts'
export type { WebhookType } from '../contract/webhook-types.ts'
export { StartError } from './service-process.ts'
export type { State } from './state.ts'
export type { System, SystemOptions } from './system.ts'
export type { Tools } from './tools.ts'
export { WaitError } from './wait.ts'
export type {
  ReceivedWebhook,
  ScriptedAnswer,
  WebhookAnswer,
  WebhookBody,
  WebhookOf,
  Webhooks,
} from './webhooks.ts'
export type { ClientEnd, WebrtcClient } from './webrtc/clients.ts'
export type { ClientCounts, ConnectMembers } from './webrtc/messages.ts'
