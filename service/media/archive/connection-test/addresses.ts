import type { ArchiveDestination } from '../../../contract/archive.ts'
import type { StoreSettings } from '../../../provider/archive/provider.ts'

/** Where the servers of a destination are asked, each once; none for a folder. */
export function addressesOf(destination: ArchiveDestination, settings: StoreSettings): readonly URL[] {
  switch (destination.kind) {
    case 's3':
      return [new URL(destination.endPoint ?? amazon(destination.region))]
    case 'azblob':
      return [new URL(settings.azblobEndpoint ?? `https://${destination.account}.blob.core.windows.net`)]
    case 'gs': {
      const store = new URL(settings.gsEndpoint ?? 'https://storage.googleapis.com')
      const tokens = new URL(destination.credential.token_uri)
      return store.origin === tokens.origin ? [store] : [store, tokens]
    }
    case 'file':
      return []
  }
}

function amazon(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
