import type { ArchiveDestination, FolderDestination } from '../../../contract/archive.ts'
import type { OutgoingRules } from '../../../contract/outgoing.ts'
import { isOfOperator, rulesOf } from '../../../provider/archive/provider.ts'
import type { StoreSettings } from '../../../provider/archive/provider.ts'

/** A server of a destination, and where connections to it may go. */
export interface ServerAddress {
  readonly url: URL
  /** Null where the operator named it. */
  readonly rules: OutgoingRules | null
}

/** Where the servers of a destination are asked, each once; none for a folder. */
export function addressesOf(
  destination: ArchiveDestination,
  settings: StoreSettings,
): readonly ServerAddress[] {
  if (destination.kind === 'file') return []
  const named = { s3: null, azblob: settings.azblobEndpoint, gs: settings.gsEndpoint }[destination.kind]
  return urlsOf(destination, settings).map((url) => {
    return { url, rules: isOfOperator(url.href, named) ? null : rulesOf(destination, settings) }
  })
}

function urlsOf(
  destination: Exclude<ArchiveDestination, FolderDestination>,
  settings: StoreSettings,
): readonly URL[] {
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
  }
}

function amazon(region: string): string {
  return `https://s3.${region}.amazonaws.com${region.startsWith('cn-') ? '.cn' : ''}`
}
