import type { StatementId } from './all.ts'

/** A test outside this folder, by its file and its title. */
export interface NamedTest {
  readonly file: string
  readonly title: string
}

const integration = (name: string, title: string): NamedTest => ({
  file: `test/integration/${name}.test.ts`,
  title,
})
const control = (name: string, title: string): NamedTest => ({
  file: `service/control/${name}.test.ts`,
  title,
})

const ladder = integration(
  'broadcast',
  'becomes a ladder that a strict reader and ffprobe accept, and is told to the webhooks',
)
const minutes = control(
  'connection/broadcasts',
  'are announced one by one, with the bytes so far, and written with the row',
)
const bodies = control('webhook/rtmp-bodies', 'of the three events')

/** Statements that are held where real media, a clock of its own or a killed process is at hand anyway. */
export const ELSEWHERE: Readonly<Partial<Record<StatementId, NamedTest>>> = {
  'rendition.audio-snaps': ladder,
  'channel.connection-id': control(
    'connection/broadcasts',
    'is asked with the id that the connection then has',
  ),
  'live.encrypt-given': integration(
    'sources',
    'encrypts each segment under the key that GetEncryptKey gives',
  ),
  'live.delete-disconnects': integration(
    'lifecycles',
    'of a deleted channel is disconnected, told why, and its playlist ends',
  ),
  'live.list-playlists': ladder,
  'live.event-webhook-empty': control(
    'connection/broadcasts',
    'of a channel without event webhook is not announced',
  ),
  'webhook.event-no-answer': ladder,
  'webhook.auth-each-connection': control(
    'connection/broadcasts',
    'is asked with the id that the connection then has',
  ),
  'webhook.auth-must-succeed': integration(
    'broadcast',
    'is refused by the authentication webhook, and the encoder prints why',
  ),
  'webhook.auth-body': control(
    'webhook/auth-webhook',
    'is the body of the specification, signed with the secret of the system',
  ),
  'webhook.auth-answer': control(
    'webhook/auth-webhook',
    'is kept with its answer and verdict, and is never due',
  ),
  'webhook.event-created': ladder,
  'webhook.event-updated': minutes,
  'webhook.event-destroyed': ladder,
  'webhook.event-body': bodies,
  'webhook.event-data': minutes,
  'option.7-view': control('api/option/endpoints', 'view gives the playlist of the newest broadcast'),
  'decided.token-24h': control('api/option/admission', 'end after 24 hours, and with their user'),
  'decided.password-rule': control('api/option/endpoints', 'have passwords by the rule of their system'),
  'decided.data-member': bodies,
  'decided.missing-kind': control('connection/findings', 'is not missed when no rendition asks for it'),
  'decided.second-publisher': integration('sources', 'is shown, and the older one again when it has gone'),
  'decided.publisher-gone': integration(
    'lifecycles',
    'that is back within the grace continues the playlist after a discontinuity',
  ),
  'decided.encryption': integration(
    'sources',
    'encrypts each segment under the key that GetEncryptKey gives',
  ),
  'decided.auth-webhook': control(
    'webhook/auth-webhook',
    'that does not come within 5 s refuses, without another try',
  ),
  'decided.event-webhook': control('webhook/dispatcher', 'holds back the channel for 60 s and no longer'),
  'decided.signing': control('webhook/signature', 'is what the Standard Webhooks library verifies'),
}
