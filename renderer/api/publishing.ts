/** Where live playlists are published. */
import type {
  PublishingChange,
  PublishingView,
  PublishTarget,
  SystemPublishing,
} from '../../service/contract/console/publishing.ts'
import { keep, queries } from '../queries.ts'
import { api, call } from './client.ts'

export const publishingKey = (id: string) => ['publishing', id]
export const SYSTEM_PUBLISHING_KEY = ['publishing']

export const readPublishing = (id: string) => call(api.publishing.read, { params: { id } })

const kept = (id: string) => (view: PublishingView) => keep(publishingKey(id), view)

export const changePublishing = (id: string, body: PublishingChange) =>
  call(api.publishing.change, { params: { id }, body }).then(kept(id))

export const retryPublishing = (id: string) => call(api.publishing.retry, { params: { id } }).then(kept(id))

export const readSystemPublishing = () => call(api.publishing.readSystem)

/** What channels say that do as the system does is another then. */
export const changeSystemPublishing = (target: PublishTarget | null) =>
  call(api.publishing.changeSystem, { body: { target } }).then((answer: SystemPublishing) =>
    queries.invalidateQueries({ queryKey: SYSTEM_PUBLISHING_KEY }).then(() => answer),
  )
