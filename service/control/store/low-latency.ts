import type { ChannelId } from '../../contract/ids.ts'
import type { LowLatencyRepository } from '../low-latency/repository.ts'
import type { Database } from './database.ts'

export function lowLatencyRepository({ prepare }: Database): LowLatencyRepository {
  const ofChannel = prepare<[ChannelId], number>(
    'SELECT is_on FROM channel_low_latency WHERE channel_id = ?',
  ).pluck()
  const setChannel = prepare<[ChannelId, number]>(
    'INSERT OR REPLACE INTO channel_low_latency (channel_id, is_on) VALUES (?, ?)',
  )
  const removeChannel = prepare<[ChannelId]>('DELETE FROM channel_low_latency WHERE channel_id = ?')
  const ofInstallation = prepare<[], number>('SELECT is_on FROM installation_low_latency').pluck()
  const setInstallation = prepare<[number]>(
    'INSERT OR REPLACE INTO installation_low_latency (one, is_on) VALUES (1, ?)',
  )
  return {
    ofChannel(channelId) {
      const isOn = ofChannel.get(channelId)
      return isOn === undefined ? null : isOn === 1
    },
    setChannel: (channelId, on) =>
      void (on === null ? removeChannel.run(channelId) : setChannel.run(channelId, Number(on))),
    ofInstallation: () => ofInstallation.get() === 1,
    setInstallation: (on) => void setInstallation.run(Number(on)),
  }
}
