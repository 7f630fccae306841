/** Where archives of broadcasts are kept: an object store, or a folder of this machine. */
export type ArchiveDestination = S3Destination | GsDestination | AzureBlobDestination | FolderDestination

export type ArchiveKind = ArchiveDestination['kind']
/** The kinds of object stores. */
export type StoreKind = Exclude<ArchiveKind, 'file'>

export interface S3Destination {
  readonly kind: 's3'
  readonly bucket: string
  /** Without slashes at its ends; empty for the bucket itself. */
  readonly path: string
  /** Null for S3 itself. */
  readonly endPoint: string | null
  readonly region: string
  readonly accessKeyId: string
  /** Secret. */
  readonly secretAccessKey: string
}

export interface GsDestination {
  readonly kind: 'gs'
  readonly bucket: string
  /** Without slashes at its ends; empty for the bucket itself. */
  readonly path: string
  readonly credential: GsCredential
}

/** What the JSON file of a service account holds, as far as it is needed. */
export interface GsCredential {
  readonly type: string
  readonly client_email: string
  /** PEM. Secret. */
  readonly private_key: string
  /** http or https. */
  readonly token_uri: string
}

export interface AzureBlobDestination {
  readonly kind: 'azblob'
  readonly container: string
  /** Without slashes at its ends; empty for the container itself. */
  readonly path: string
  readonly account: string
  /** Base64. Secret. */
  readonly key: string
}

export interface FolderDestination {
  readonly kind: 'file'
  /** Absolute, as the operating system writes it. */
  readonly folder: string
}
