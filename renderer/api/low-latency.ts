/** Which channels have low latency HLS. */
import type { ChannelLowLatency, LowLatencyMode } from '../../service/contract/console/low-latency.ts'
import { keep, queries } from '../queries.ts'
import { api, call } from './client.ts'

/** What each channel says begins with it, as those that say nothing do as all do. */
export const LOW_LATENCY_KEY = ['low-latency']
export const lowLatencyKey = (id: string) => [...LOW_LATENCY_KEY, id]

export const readLowLatency = (id: string) => call(api.lowLatency.read, { params: { id } })

export const changeLowLatency = (id: string, mode: LowLatencyMode) =>
  call(api.lowLatency.change, { params: { id }, body: { mode } }).then((view: ChannelLowLatency) =>
    keep(lowLatencyKey(id), view),
  )

export const readAllLowLatency = () => call(api.lowLatency.readInstallation)

export const changeAllLowLatency = (on: boolean) =>
  call(api.lowLatency.changeInstallation, { body: { on } }).then(() =>
    queries.invalidateQueries({ queryKey: LOW_LATENCY_KEY }),
  )
