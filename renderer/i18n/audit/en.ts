export const auditEn = {
  title: 'Audit log',
  table: 'Who did what, newest first',
  column: { time: 'Time {{zone}}', who: 'Who', what: 'What', result: 'Result' },
  done: 'Done',
  refused: 'Refused',
  nobody: 'Not signed in',
  filter: 'Filter by name, object or address',
  filterLabel: 'Filter entries by text',
  everyone: 'Everyone',
  who: 'By whom',
  everything: 'Everything',
  topicLabel: 'What about',
  topic: {
    'sign-in': 'Signing in',
    users: 'Users',
    access: 'Tokens and secrets',
    channels: 'Channels',
    schedules: 'Schedules',
    recordings: 'Recordings',
    webhooks: 'Webhooks',
    settings: 'Settings',
    data: 'Data',
  },
  periodLabel: 'Since when',
  period: { today: 'Today', week: '7 days', all: 'Any time' },
  refusedOnly: 'Refused only',
  export: 'Export as JSON lines',
  exportFailed: 'Not exported. {{reason}}',
  loading: 'Reading the audit log',
  failed: 'The audit log could not be read. {{reason}}',
  count_one: '{{number}} entry, {{all}} in all',
  count_other: '{{number}} entries, {{all}} in all',
  countMore_one: '{{number}} entry shown, {{all}} in all',
  countMore_other: '{{number}} entries shown, {{all}} in all',
  kept: 'Kept 1 year or 200 MiB. Who is not signed in has 20 MiB of their own.',
  empty: 'Nothing was done yet',
  emptyHelp: 'Who signs in, changes something or sees a secret is listed here.',
  noMatch: 'No entry matches',
  noMatchHelp: 'Change or clear the filters.',
  entry: 'Entry',
  gone: 'This entry is not among those that are shown.',
  by: 'By',
  when: 'When',
  from: 'From',
  tokenOf: '{{name}}, token',
  objects: 'What about',
  noName: 'No name',
  moreObjects: '… {{count}} more',
  requestsOf: 'Requests of this token',
  fixed: 'Entries cannot be changed or deleted. Secrets are never in them.',
  via: {
    console: 'Console',
    option: 'Option API',
    live: 'Live API',
    'command-line': 'Command line',
    rtmp: 'RTMP',
    signaling: 'Signaling',
    service: 'Airdesk itself',
  },
  more: '{{name}} and {{count}} more',
  times: '{{count}} times',
  given: 'given: {{permissions}}',
  taken: 'taken: {{permissions}}',
  changed: 'changed: {{members}}',
  ofSecret: '{{secret}} of {{name}}',
  secret: {
    'webhook-secret': 'Webhook secret',
    'ingest-key': 'Ingest key',
    'encryption-key': 'Encryption key',
    'first-user': 'First credentials',
  },
  reason: {
    PERMISSION_NEEDED: 'no permission',
    GRANT_LACKING: 'no permission',
    FORBIDDEN: 'no permission',
    MASTERS_ONLY: 'masters only',
    OWNERS_ONLY: 'masters of the first system only',
    LOGIN_FAILED: 'wrong password or access code',
    TOO_MANY_ATTEMPTS: 'too many attempts',
    ENTRY_USED: 'link used already',
    LAST_MASTER: 'the last master',
    NOT_FOUND: 'not found',
    CHANNEL_NOT_FOUND: 'not found',
    ON_AIR: 'on air',
    INTERNAL: 'the service failed',
  },
  verb: {
    session: {
      opened: {
        done: 'Signed in',
        many: 'Signed in',
        tried: 'Sign-in failed',
      },
      closed: {
        done: 'Signed out',
        many: 'Signed out',
        tried: 'Tried to sign out',
      },
    },
    entry: {
      made: {
        done: 'Made a sign-in link',
        many: 'Made a sign-in link',
        tried: 'Tried to make a sign-in link',
      },
    },
    user: {
      created: {
        done: 'Created a user',
        many: 'Created {{count}} users',
        tried: 'Tried to create a user',
      },
      changed: {
        done: 'Changed a user',
        many: 'Changed {{count}} users',
        tried: 'Tried to change a user',
      },
      permitted: {
        done: 'Changed permissions',
        many: 'Changed permissions of {{count}} users',
        tried: 'Tried to change permissions',
      },
      deleted: {
        done: 'Deleted a user',
        many: 'Deleted {{count}} users',
        tried: 'Tried to delete a user',
      },
      'signed-out': {
        done: 'Signed a user out',
        many: 'Signed {{count}} users out',
        tried: 'Tried to sign a user out',
      },
      'viewed-as': {
        done: 'Looked at the console as a user',
        many: 'Looked at the console as {{count}} users',
        tried: 'Tried to look at the console as a user',
      },
    },
    password: {
      changed: {
        done: 'Changed the own password',
        many: 'Changed the own password',
        tried: 'Tried to change the own password',
      },
    },
    'access-code': {
      changed: {
        done: 'Changed the access code',
        many: 'Changed the access code',
        tried: 'Tried to change the access code',
      },
    },
    token: {
      created: {
        done: 'Made a token',
        many: 'Made {{count}} tokens',
        tried: 'Tried to make a token',
      },
      revoked: {
        done: 'Revoked a token',
        many: 'Revoked {{count}} tokens',
        tried: 'Tried to revoke a token',
      },
      used: {
        done: 'Used a token',
        many: 'Used a token',
        tried: 'Token refused',
      },
    },
    secret: {
      shown: {
        done: 'Showed a secret',
        many: 'Showed {{count}} secrets',
        tried: 'Tried to show a secret',
      },
      rotated: {
        done: 'Rotated a secret',
        many: 'Rotated {{count}} secrets',
        tried: 'Tried to rotate a secret',
      },
    },
    address: {
      made: {
        done: 'Made an address',
        many: 'Made {{count}} addresses',
        tried: 'Tried to make an address',
      },
      revoked: {
        done: 'Revoked an address',
        many: 'Revoked {{count}} addresses',
        tried: 'Tried to revoke an address',
      },
    },
    channel: {
      created: {
        done: 'Created a channel',
        many: 'Created {{count}} channels',
        tried: 'Tried to create a channel',
      },
      changed: {
        done: 'Changed a channel',
        many: 'Changed {{count}} channels',
        tried: 'Tried to change a channel',
      },
      deleted: {
        done: 'Deleted a channel',
        many: 'Deleted {{count}} channels',
        tried: 'Tried to delete a channel',
      },
    },
    encoder: {
      admitted: {
        done: 'Encoder admitted',
        many: 'Encoder admitted',
        tried: 'Encoder refused',
      },
    },
    broadcast: {
      ended: {
        done: 'Ended a broadcast',
        many: 'Ended {{count}} broadcasts',
        tried: 'Tried to end a broadcast',
      },
    },
    'test-picture': {
      started: {
        done: 'Started a test picture',
        many: 'Started {{count}} test pictures',
        tried: 'Tried to start a test picture',
      },
      stopped: {
        done: 'Stopped a test picture',
        many: 'Stopped {{count}} test pictures',
        tried: 'Tried to stop a test picture',
      },
    },
    incident: {
      acknowledged: {
        done: 'Acknowledged an incident',
        many: 'Acknowledged {{count}} incidents',
        tried: 'Tried to acknowledge an incident',
      },
    },
    schedule: {
      created: {
        done: 'Created a schedule',
        many: 'Created {{count}} schedules',
        tried: 'Tried to create a schedule',
      },
      changed: {
        done: 'Changed a schedule',
        many: 'Changed {{count}} schedules',
        tried: 'Tried to change a schedule',
      },
      deleted: {
        done: 'Deleted a schedule',
        many: 'Deleted {{count}} schedules',
        tried: 'Tried to delete a schedule',
      },
    },
    delivery: {
      given: {
        done: 'Opened a schedule for delivery',
        many: 'Opened {{count}} schedules for delivery',
        tried: 'Tried to open a schedule for delivery',
      },
    },
    destination: {
      created: {
        done: 'Made a destination',
        many: 'Made {{count}} destinations',
        tried: 'Tried to make a destination',
      },
      tested: {
        done: 'Tested a destination',
        many: 'Tested {{count}} destinations',
        tried: 'Tried to test a destination',
      },
      changed: {
        done: 'Changed the credentials of a destination',
        many: 'Changed the credentials of {{count}} destinations',
        tried: 'Tried to change the credentials of a destination',
      },
      deleted: {
        done: 'Deleted a destination',
        many: 'Deleted {{count}} destinations',
        tried: 'Tried to delete a destination',
      },
    },
    recording: {
      retried: {
        done: 'Retried a recording',
        many: 'Retried {{count}} recordings',
        tried: 'Tried to retry a recording',
      },
      deleted: {
        done: 'Deleted a recording',
        many: 'Deleted {{count}} recordings',
        tried: 'Tried to delete a recording',
      },
    },
    retention: {
      changed: {
        done: 'Changed how long recordings are kept',
        many: 'Changed how long recordings are kept',
        tried: 'Tried to change how long recordings are kept',
      },
    },
    webhook: {
      redelivered: {
        done: 'Redelivered a webhook',
        many: 'Redelivered {{count}} webhooks',
        tried: 'Tried to redeliver a webhook',
      },
      forwarded: {
        done: 'Forwarded a webhook',
        many: 'Forwarded {{count}} webhooks',
        tried: 'Tried to forward a webhook',
      },
      sampled: {
        done: 'Sent a sample webhook',
        many: 'Sent {{count}} sample webhooks',
        tried: 'Tried to send a sample webhook',
      },
    },
    redelivery: {
      begun: {
        done: 'Redelivered what was given up',
        many: 'Redelivered what was given up',
        tried: 'Tried to redeliver what was given up',
      },
      stopped: {
        done: 'Stopped redelivering',
        many: 'Stopped redelivering',
        tried: 'Tried to stop redelivering',
      },
    },
    endpoint: {
      paused: {
        done: 'Paused an endpoint',
        many: 'Paused {{count}} endpoints',
        tried: 'Tried to pause an endpoint',
      },
      resumed: {
        done: 'Resumed an endpoint',
        many: 'Resumed {{count}} endpoints',
        tried: 'Tried to resume an endpoint',
      },
    },
    catcher: {
      created: {
        done: 'Created a catcher',
        many: 'Created {{count}} catchers',
        tried: 'Tried to create a catcher',
      },
      changed: {
        done: 'Changed a catcher',
        many: 'Changed {{count}} catchers',
        tried: 'Tried to change a catcher',
      },
      deleted: {
        done: 'Deleted a catcher',
        many: 'Deleted {{count}} catchers',
        tried: 'Tried to delete a catcher',
      },
    },
    setup: {
      finished: {
        done: 'Finished set-up',
        many: 'Finished set-up',
        tried: 'Tried to finish set-up',
      },
    },
    system: {
      created: {
        done: 'Created a system',
        many: 'Created {{count}} systems',
        tried: 'Tried to create a system',
      },
      changed: {
        done: 'Changed settings of the system',
        many: 'Changed settings of the system',
        tried: 'Tried to change settings of the system',
      },
      reset: {
        done: 'Reset the system',
        many: 'Reset the system',
        tried: 'Tried to reset the system',
      },
    },
    origins: {
      changed: {
        done: 'Changed the allowed origins',
        many: 'Changed the allowed origins',
        tried: 'Tried to change the allowed origins',
      },
    },
    ports: {
      changed: {
        done: 'Chose ports',
        many: 'Chose ports',
        tried: 'Tried to choose ports',
      },
    },
    networks: {
      changed: {
        done: 'Changed the allowed networks',
        many: 'Changed the allowed networks',
        tried: 'Tried to change the allowed networks',
      },
    },
    folders: {
      changed: {
        done: 'Changed the allowed folders',
        many: 'Changed the allowed folders',
        tried: 'Tried to change the allowed folders',
      },
    },
    quotas: {
      changed: {
        done: 'Changed quotas',
        many: 'Changed quotas',
        tried: 'Tried to change quotas',
      },
    },
    'low-latency': {
      changed: {
        done: 'Changed low latency of all channels',
        many: 'Changed low latency of all channels',
        tried: 'Tried to change low latency of all channels',
      },
    },
    certificate: {
      reloaded: {
        done: 'Certificate reloaded',
        many: 'Certificate reloaded',
        tried: 'Tried to reload the certificate',
      },
    },
    sfu: {
      restarted: {
        done: 'Restarted verification',
        many: 'Restarted verification',
        tried: 'Tried to restart verification',
      },
    },
    fault: {
      armed: {
        done: 'Armed a fault',
        many: 'Armed {{count}} faults',
        tried: 'Tried to arm a fault',
      },
      disarmed: {
        done: 'Disarmed faults',
        many: 'Disarmed {{count}} faults',
        tried: 'Tried to disarm faults',
      },
    },
    snapshot: {
      saved: {
        done: 'Saved a snapshot',
        many: 'Saved {{count}} snapshots',
        tried: 'Tried to save a snapshot',
      },
      restored: {
        done: 'Restored a snapshot',
        many: 'Restored {{count}} snapshots',
        tried: 'Tried to restore a snapshot',
      },
      exported: {
        done: 'Exported a snapshot',
        many: 'Exported {{count}} snapshots',
        tried: 'Tried to export a snapshot',
      },
      deleted: {
        done: 'Deleted a snapshot',
        many: 'Deleted {{count}} snapshots',
        tried: 'Tried to delete a snapshot',
      },
    },
    state: {
      exported: {
        done: 'Exported the state',
        many: 'Exported the state',
        tried: 'Tried to export the state',
      },
      imported: {
        done: 'Imported a state',
        many: 'Imported a state',
        tried: 'Tried to import a state',
      },
    },
    demo: {
      added: {
        done: 'Added demo data',
        many: 'Added demo data',
        tried: 'Tried to add demo data',
      },
    },
    audit: {
      exported: {
        done: 'Exported the audit log',
        many: 'Exported the audit log',
        tried: 'Tried to export the audit log',
      },
    },
  },
} as const
