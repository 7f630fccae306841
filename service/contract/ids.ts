/**
 * Identifiers. Each is an opaque string; the brand keeps a channel id from being passed where a
 * connection id is wanted. Channel, connection, event and key ids are UUIDs written as 26 characters of
 * Crockford base32; the id of an RTMP channel is also the last part of its publishing address.
 */
type Brand<Name extends string> = string & { readonly __brand: Name }

export type SystemId = Brand<'SystemId'>
export type ChannelId = Brand<'ChannelId'>
export type ConnectionId = Brand<'ConnectionId'>
export type AccessTokenId = Brand<'AccessTokenId'>
/** Key id (`kid`) of an HLS encryption key. */
export type KeyId = Brand<'KeyId'>
/** Id of a webhook event; also its `webhook-id`, the same in every delivery attempt. */
export type WebhookEventId = Brand<'WebhookEventId'>
export type ScheduleId = Brand<'ScheduleId'>
export type ChatMessageId = Brand<'ChatMessageId'>
export type ArchiveDestinationId = Brand<'ArchiveDestinationId'>
/** One rendition of one connection, archived. */
export type RecordingId = Brand<'RecordingId'>
export type IncidentId = Brand<'IncidentId'>
/** Users are numbered, as the option API shows them. */
export type UserId = number & { readonly __brand: 'UserId' }

/** Shape of the 26-character ids (Crockford base32, upper case, no I L O U). */
export const ID_PATTERN = /^[0-9A-HJKMNP-TV-Z]{26}$/
