/** Systems that tests have for themselves. */
import { z } from 'zod'
import type { ChannelId, SystemId } from '../../ids.ts'
import { secret } from '../../secret.ts'
import { anyText, idText, nameOf, textOf } from '../../text.ts'
import { testPictureView } from '../channels.ts'
import { nothing } from '../nothing.ts'
import { idParam, json } from '../route.ts'
import type { Shown } from '../route.ts'

/** What is left out is generated; the time zone is the machine's. */
export const newTestSystemRequest = z.object({
  name: nameOf(1, 60).optional(),
  /** IANA name. */
  timeZone: textOf(1, 64).optional(),
})
export type NewTestSystem = z.output<typeof newTestSystemRequest>

export const testSystemResponse = z.strictObject({
  id: idText,
  /** Of its master. */
  email: anyText,
  password: secret('password', anyText),
  accessCode: secret('accessCode', anyText),
  /** Of the live API. */
  accessToken: secret('accessToken', anyText),
  /** Signs its webhooks. */
  webhookSecret: secret('webhookSecret', anyText),
})
export type TestSystem = Shown<typeof testSystemResponse>

const systems = '/console/api/emulator/systems'
const testPicture = `${systems}/:id/channels/:channelId/test-picture` as const
const channelOfSystem = { id: idParam<SystemId>(), channelId: idParam<ChannelId>() }

export const emulatorSystemApi = {
  createSystem: json({
    method: 'POST',
    path: systems,
    who: 'owner',
    onlyEmulator: true,
    summary: 'Makes a system for one test. Its webhooks and archives may be on this computer.',
    audit: null,
    body: newTestSystemRequest,
    answer: testSystemResponse,
  }),
  removeSystem: json({
    method: 'DELETE',
    path: `${systems}/:id`,
    who: 'owner',
    onlyEmulator: true,
    summary:
      'Ends all that goes on in a system that was made for a test, and lets nobody in any more. Its logs stay.',
    audit: null,
    params: { id: idParam<SystemId>() },
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
  startTestPicture: json({
    method: 'POST',
    path: testPicture,
    who: 'owner',
    onlyEmulator: true,
    summary: 'Puts the test picture on air on a channel of any system.',
    audit: null,
    params: channelOfSystem,
    answer: nothing,
    errors: ['NOT_FOUND', 'SERVICE_UNAVAILABLE'],
  }),
  testPicture: json({
    method: 'GET',
    path: testPicture,
    who: 'owner',
    onlyEmulator: true,
    summary: 'Whether the test picture is on air on a channel of any system.',
    params: channelOfSystem,
    answer: testPictureView,
    errors: ['NOT_FOUND'],
  }),
  stopTestPicture: json({
    method: 'DELETE',
    path: testPicture,
    who: 'owner',
    onlyEmulator: true,
    summary: 'Takes the test picture off air on a channel of any system.',
    audit: null,
    params: channelOfSystem,
    answer: nothing,
    errors: ['NOT_FOUND'],
  }),
}
