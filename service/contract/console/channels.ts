/** What is done with channels beyond the live API. */
import { z } from 'zod'
import { breaks } from '../refusal/carried.ts'
import { nameOf } from '../text.ts'
import type { ChannelId, ConnectionId, KeyId } from '../ids.ts'
import { nothing } from './nothing.ts'
import { idParam, json, special } from './route.ts'

const id = idParam<ChannelId>()
const path = '/console/api/channels/:id'
const testPicture = `${path}/test-picture` as const

/** Of at most so many characters; may be empty. */
const note = (max: number) => nameOf(0, max, breaks('maxCharacters', { max }))

export const renameChannelRequest = z.object({ name: note(60) })
/** The longest label of a channel, characters. */
export const MOST_LABEL_CHARACTERS = 30
const labelChannelRequest = z.object({ label: note(MOST_LABEL_CHARACTERS) })

export const testPictureView = z.strictObject({ onAir: z.boolean() })

export const channelApi = {
  rename: json({
    method: 'PATCH',
    path,
    who: 'delivery',
    summary: 'Notes a name for a channel; the live API has no names.',
    audit: 'channel.changed',
    params: { id },
    body: renameChannelRequest,
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  setLabel: json({
    method: 'PUT',
    path: `${path}/label`,
    who: 'delivery',
    summary: 'Notes a word that puts channels together; empty takes it away.',
    audit: 'channel.changed',
    params: { id },
    body: labelChannelRequest,
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  startTestPicture: json({
    method: 'POST',
    path: testPicture,
    who: 'delivery',
    summary: 'Puts the test picture on air.',
    audit: 'test-picture.started',
    params: { id },
    answer: nothing,
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  }),
  testPicture: json({
    method: 'GET',
    path: testPicture,
    who: 'delivery or view',
    summary: 'Whether the test picture is on air.',
    params: { id },
    answer: testPictureView,
    errors: ['NOT_FOUND'],
  }),
  stopTestPicture: json({
    method: 'DELETE',
    path: testPicture,
    who: 'delivery',
    summary: 'Takes the test picture off air.',
    audit: 'test-picture.stopped',
    params: { id },
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  picture: special({
    kind: 'file',
    method: 'GET',
    path: `${path}/picture.jpg`,
    who: 'delivery or view',
    summary: 'A small picture of what a channel on air shows, the newest.',
    params: { id },
    mediaType: 'image/jpeg',
    errors: ['NOT_FOUND'],
  }),
  endConnection: json({
    method: 'DELETE',
    path: '/console/api/connections/:id',
    who: 'delivery',
    summary: 'Ends a broadcast, or a WebRTC connection.',
    audit: 'broadcast.ended',
    params: { id: idParam<ConnectionId>() },
    answer: nothing,
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  }),
  key: special({
    kind: 'file',
    method: 'GET',
    path: '/console/api/keys/:id',
    who: 'delivery or view',
    summary: "The 16 bytes of an encryption key, for the console's own player.",
    params: { id: idParam<KeyId>() },
    mediaType: 'application/octet-stream',
    errors: ['NOT_FOUND'],
  }),
  live: special({
    kind: 'live',
    method: 'POST',
    path: '/console/api/live',
    who: 'delivery',
    summary: 'The live API: header `X-Sfu-Target`, bodies, answers and refusals are its own.',
  }),
}
