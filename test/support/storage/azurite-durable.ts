/**
 * Loaded into Azurite before its own program. Azurite writes its tables only every five seconds, so when it
 * is killed it has forgotten what it acknowledged, which no object store does. With this, it answers a request
 * that changes something only when its tables are on disk.
 */
import { ServerResponse } from 'node:http'
import { createRequire } from 'node:module'

interface Database {
  saveDatabase(done: (error?: unknown) => void): void
}
interface DatabaseClass {
  prototype: { autosaveEnable(this: Database, ...args: unknown[]): unknown }
}

const fromHere = createRequire(import.meta.url)
const lokijs = createRequire(fromHere.resolve('azurite/package.json'))('lokijs') as DatabaseClass

/** Those with a file on disk, which is what is saved by itself. */
const databases = new Set<Database>()
const { autosaveEnable } = lokijs.prototype
lokijs.prototype.autosaveEnable = function (...args) {
  databases.add(this)
  return autosaveEnable.apply(this, args)
}

function save(database: Database): Promise<void> {
  return new Promise((resolve, reject) =>
    database.saveDatabase((error) => (error ? reject(new Error('not saved', { cause: error })) : resolve())),
  )
}

type End = (this: ServerResponse, ...args: unknown[]) => ServerResponse
const end = ServerResponse.prototype.end as End
ServerResponse.prototype.end = function (this: ServerResponse, ...args: unknown[]) {
  if (this.req.method === 'GET' || this.req.method === 'HEAD') return end.apply(this, args)
  // Fails loudly: a store that cannot save must not answer.
  void Promise.all([...databases].map(save)).then(() => end.apply(this, args))
  return this
}
