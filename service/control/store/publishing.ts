import type { PublishTarget } from '../../contract/console/publishing.ts'
import type { ChannelId, SystemId } from '../../contract/ids.ts'
import type { PublishPlace } from '../../contract/publishing.ts'
import type { ChannelPublishing, KnownPlace, PublishingRepository } from '../publishing/repository.ts'
import type { Database } from './database.ts'

type TargetRow = Omit<PublishTarget, 'keep'> & { keep: number }
type ChannelRow = { [Name in keyof TargetRow]: TargetRow[Name] | null } & Omit<ChannelPublishing, 'target'>
type PlaceRow = Omit<KnownPlace, 'keep'> & { keep: number }

const TARGET = 'destination_id AS destinationId, prefix, public_base AS publicBase, keep'

const targetOf = ({ destinationId, prefix, publicBase, keep }: TargetRow): PublishTarget => ({
  ...{ destinationId, prefix, publicBase },
  keep: keep === 1,
})

export function publishingRepository({ prepare, remembered }: Database): PublishingRepository {
  const ofChannel = prepare<[ChannelId], ChannelRow>(
    `SELECT ${TARGET}, changed_at AS changedAt, changed_by AS changedBy FROM channel_publishing WHERE channel_id = ?`,
  )
  const setChannel = prepare<[ChannelRow & { channelId: ChannelId }]>(
    `INSERT OR REPLACE INTO channel_publishing
       (channel_id, destination_id, prefix, public_base, keep, changed_at, changed_by)
     VALUES (@channelId, @destinationId, @prefix, @publicBase, @keep, @changedAt, @changedBy)`,
  )
  const removeChannel = prepare<[ChannelId]>('DELETE FROM channel_publishing WHERE channel_id = ?')
  const ofSystem = prepare<[SystemId], TargetRow>(
    `SELECT ${TARGET} FROM system_publishing WHERE system_id = ?`,
  )
  const setSystem = prepare<[TargetRow & { systemId: SystemId }]>(
    `INSERT OR REPLACE INTO system_publishing (system_id, destination_id, prefix, public_base, keep)
     VALUES (@systemId, @destinationId, @prefix, @publicBase, @keep)`,
  )
  const removeSystem = prepare<[SystemId]>('DELETE FROM system_publishing WHERE system_id = ?')
  const isUsed = prepare<[], number>(
    `SELECT EXISTS (SELECT 1 FROM channel_publishing WHERE destination_id IS NOT NULL)
       OR EXISTS (SELECT 1 FROM system_publishing) OR EXISTS (SELECT 1 FROM published_places)`,
  ).pluck()
  const places = prepare<[], PlaceRow>(
    `SELECT channel_id AS channelId, system_id AS systemId, destination_id AS destinationId, prefix, keep
     FROM published_places`,
  )
  const addPlace = prepare<[PlaceRow]>(
    `INSERT OR REPLACE INTO published_places (channel_id, system_id, destination_id, prefix, keep)
     VALUES (@channelId, @systemId, @destinationId, @prefix, @keep)`,
  )
  const removePlace = prepare<[PublishPlace]>(
    `DELETE FROM published_places
     WHERE channel_id = @channelId AND destination_id = @destinationId AND prefix = @prefix`,
  )
  return {
    ofChannel: remembered((channelId: ChannelId) => {
      const row = ofChannel.get(channelId)
      if (!row) return null
      const { changedAt, changedBy } = row
      // The columns of a target are null together.
      const target = row.destinationId === null ? null : targetOf(row as TargetRow)
      return { target, changedAt, changedBy }
    }),
    setChannel(channelId, publishing) {
      if (!publishing) return void removeChannel.run(channelId)
      const { target, changedAt, changedBy } = publishing
      const { destinationId = null, prefix = null, publicBase = null, keep = null } = target ?? {}
      setChannel.run({
        ...{ channelId, destinationId, prefix, publicBase, changedAt, changedBy },
        keep: keep === null ? null : Number(keep),
      })
    },
    ofSystem: remembered((systemId: SystemId) => {
      const row = ofSystem.get(systemId)
      return row ? { target: targetOf(row) } : null
    }),
    setSystem: (systemId, target) =>
      void (target
        ? setSystem.run({ ...target, systemId, keep: Number(target.keep) })
        : removeSystem.run(systemId)),
    isUsed: () => isUsed.get() === 1,
    places: () => places.all().map(({ keep, ...place }) => ({ ...place, keep: keep === 1 })),
    addPlace: ({ keep, ...place }) => void addPlace.run({ ...place, keep: Number(keep) }),
    removePlace: ({ channelId, destinationId, prefix }) =>
      void removePlace.run({ channelId, destinationId, prefix }),
  }
}
