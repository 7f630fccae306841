import type { ChannelView } from '../../../contract/console/channel-view.ts'
import type { EngineView } from '../../../contract/console/engine-view.ts'
import { textOf } from './told.ts'
import type { EventSocket, Told } from './told.ts'

/** Characters of a part. */
const PART = 256 * 1024

export interface SnapshotParts {
  readonly socket: EventSocket
  readonly told: Told
  readonly engine: EngineView
  readonly channels: Iterable<ChannelView>
  /** False once the console has gone. */
  readonly goesOn: () => boolean
  /** Called when a snapshot in several parts is sent; not for one that is sent at once. */
  readonly done: () => void
}

/**
 * Sends the snapshot, one message. Where there are many channels it goes in parts, each made when the one before has
 * gone out: whoever looks after 10,000 channels fills no memory here, and nobody waits for it.
 */
export function sendSnapshot({ socket, told, engine, channels, goesOn, done }: SnapshotParts): void {
  told.hasEngine(engine)
  const texts = channelTexts(channels, told)
  const next = (head: string): void => {
    const part = [head]
    let length = 0
    while (length < PART) {
      const { value, done: isLast } = texts.next()
      if (isLast) return finish(part.join(''))
      part.push(value)
      length += value.length
    }
    socket.send(part.join(''), { fin: false }, () => {
      if (goesOn()) next('')
    })
  }
  let inParts = false
  const finish = (rest: string) => {
    told.isWhole = true
    socket.send(`${rest}]}}`)
    if (inParts) done()
  }
  next(`{"type":"snapshot","seq":0,"state":{"engine":${JSON.stringify(engine)},"channels":[`)
  inParts = true
}

function* channelTexts(channels: Iterable<ChannelView>, told: Told): Iterator<string, undefined> {
  let between = ''
  for (const view of channels) {
    const text = textOf(view)
    told.has(view.channelId, text)
    yield between + text.json
    between = ','
  }
}
