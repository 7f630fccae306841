import type { Json, JsonObject } from '../../contract/sfu-api.ts'

interface HasMetadata {
  readonly metadata?: Json | undefined
}

/** What a client says as its ingest key in `access_token` of its metadata; null where it says nothing. */
export function keyInMetadata(metadata: Json | undefined): string | null {
  const told = isObject(metadata) ? metadata['access_token'] : undefined
  return typeof told === 'string' ? told : null
}

/** The message without it, as an authentication webhook is told of it: the key is no business of others. */
export function withoutKey<Message extends HasMetadata>(message: Message): Message {
  const { metadata } = message
  if (!isObject(metadata)) return message
  const { access_token: _, ...rest } = metadata
  return { ...message, metadata: rest }
}

const isObject = (value: Json | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
