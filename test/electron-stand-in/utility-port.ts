// Loaded with `node --import` in a utility process: process.parentPort over the fork channel.
import { EventEmitter } from 'node:events'

class ParentPort extends EventEmitter {
  postMessage(message: object): void {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined)
  }
}

const port = new ParentPort()

// Messages wait until somebody listens, as in Electron.
port.on('newListener', (name) => {
  if (name !== 'message' || port.listenerCount('message') > 0) return
  process.on('message', (data) => port.emit('message', { data, ports: [] }))
})

process.once('disconnect', () => process.exit(1))
Object.assign(process, { parentPort: port, type: 'utility' })
