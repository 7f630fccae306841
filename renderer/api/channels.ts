/** What the console does with channels beyond the live API. */
import { api, call, fileAddress } from './client.ts'

export const renameChannel = (id: string, name: string) =>
  call(api.channels.rename, { params: { id }, body: { name } })

export const labelChannel = (id: string, label: string) =>
  call(api.channels.setLabel, { params: { id }, body: { label } })

export const startTestPicture = (id: string) => call(api.channels.startTestPicture, { params: { id } })

export const stopTestPicture = (id: string) => call(api.channels.stopTestPicture, { params: { id } })

export const endConnection = (id: string) => call(api.channels.endConnection, { params: { id } })

/** Address of an encryption key for the console's own player. */
export const keyAddress = (kid: string) => fileAddress(api.channels.key, { params: { id: kid } })

/** Address of a small picture of what a channel on air shows; each answer is the newest. */
export const pictureAddress = (id: string) => fileAddress(api.channels.picture, { params: { id } })
