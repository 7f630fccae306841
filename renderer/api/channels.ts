/** What the console does with channels beyond the live API. */
import { call } from './http.ts'

const channel = (channelId: string) => `/console/api/channels/${encodeURIComponent(channelId)}`

export const renameChannel = (channelId: string, name: string) =>
  call<object>({ method: 'PATCH', path: channel(channelId), body: { name } })

export const startTestPicture = (channelId: string) =>
  call<object>({ method: 'POST', path: `${channel(channelId)}/test-picture` })

export const stopTestPicture = (channelId: string) =>
  call<object>({ method: 'DELETE', path: `${channel(channelId)}/test-picture` })

export const endConnection = (connectionId: string) =>
  call<object>({ method: 'DELETE', path: `/console/api/connections/${encodeURIComponent(connectionId)}` })

/** Address of an encryption key for the console's own player. */
export const keyAddress = (kid: string) => `/console/api/keys/${encodeURIComponent(kid)}`

/** Address of a small picture of what a channel on air shows; each answer is the newest. */
export const pictureAddress = (channelId: string) => `${channel(channelId)}/picture.jpg`
