import type { RecordingFolderRepository } from '../archive/recording-folders.ts'
import type { Database } from './database.ts'

export function recordingFolderRepository(database: Database): RecordingFolderRepository {
  const { prepare } = database
  const list = prepare<[], string>('SELECT uri FROM recording_folders ORDER BY uri').pluck()
  const insert = prepare<[string, number]>(
    'INSERT INTO recording_folders (uri, created_at) VALUES (?, ?) ON CONFLICT DO NOTHING',
  )
  const removeOthers = prepare<[string]>(
    'DELETE FROM recording_folders WHERE uri NOT IN (SELECT value FROM json_each(?))',
  )
  return {
    list: () => list.all(),
    replace(uris, now) {
      database.transaction(() => {
        removeOthers.run(JSON.stringify(uris))
        for (const uri of uris) insert.run(uri, now)
      })
    },
  }
}
