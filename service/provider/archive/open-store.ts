import type { ArchiveDestination } from '../../contract/archive.ts'
import { openAzblobStore } from './azblob.ts'
import { openFileStore } from './file.ts'
import { openGsStore } from './gs.ts'
import type { ArchiveStore, StoreSettings } from './provider.ts'
import { openS3Store } from './s3.ts'

/** The one place that knows which destination is kept by which provider. */
export function openStore(destination: ArchiveDestination, settings: StoreSettings): ArchiveStore {
  switch (destination.kind) {
    case 's3':
      return openS3Store(destination, settings)
    case 'file':
      return openFileStore(destination)
    case 'azblob':
      return openAzblobStore(destination, settings)
    case 'gs':
      return openGsStore(destination, settings)
  }
}
