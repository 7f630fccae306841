/**
 * Every rule that a member of a request can break, in one table: its id, the values that it is worded with,
 * and its English wording, which both public APIs answer. The console has its own texts under the same ids.
 */
type Range = { readonly min: number; readonly max: number }
type Most = { readonly max: number }
type OneOf = { readonly values: readonly string[] }

const SIMPLE_RULES = {
  /** What no other rule of this table describes. */
  invalid: () => 'is not valid',
  string: () => 'must be a string',
  plainText: () => 'must not have control characters, or ones that turn the direction of text',
  notEmpty: () => 'must not be empty',
  characters: ({ min, max }: Range) => `must have ${min} to ${max} characters`,
  maxCharacters: ({ max }: Most) => `must have at most ${max} characters`,
  minCharacters: ({ min }: { readonly min: number }) => `must have at least ${min} characters`,
  boolean: () => 'must be true or false',
  integer: ({ min, max }: Range) => `must be an integer from ${min} to ${max}`,
  nullOrInteger: ({ min, max }: Range) => `must be null or an integer from ${min} to ${max}`,
  number: ({ min, max }: Range) => `must be a number from ${min} to ${max}`,
  finite: () => 'must be a finite number',
  object: () => 'must be an object',
  json: () => 'must be a JSON value',
  oneOf: ({ values }: OneOf) => `must be one of ${values.join(', ')}`,
  exactly: ({ value }: { readonly value: string }) => `must be ${value}`,
  once: () => 'must be given only once',
  unknownMember: () => 'is not known here',
  notBeside: ({ member }: { readonly member: string }) => `must not be set beside ${member}`,
  bytes: ({ min, max }: Range) => `must have ${min} to ${max} bytes`,
  maxBytes: ({ max }: Most) => `must have at most ${max} bytes`,

  // Users
  email: () => 'must be an e-mail address',
  emailLength: ({ max }: Most) => `must be at most ${max} characters`,

  // Times
  dateTime: () => 'must be a date and time of the form YYYY/MM/DD HH:MM:SS, from 1970 to 9998',
  laterThanStart: () => 'must be later than start_datetime',
  skippedTime: ({ timeZone }: { readonly timeZone: string }) =>
    `does not exist in the time zone ${timeZone}: its clocks are set forward then`,
  overlap: ({ name }: { readonly name: string }) =>
    `must begin a time that does not overlap the schedule "${name}"`,
  timeZone: () => 'must be an IANA time zone',

  // Channels
  renditions: () => 'must be a non-empty array of renditions',
  renditionArray: () => 'must be an array of renditions',
  maxRenditions: ({ max }: Most) => `must have at most ${max} renditions`,
  videoOrAudio: () => 'must have video, audio or both',
  url: () => 'must be an http or https URL without user name and password, or an empty string',
  httpsUrl: () => 'must be an https URL without user name and password, or an empty string',
  reachableAddress: () => 'must not name a link-local, metadata, multicast or unspecified address',
  notOwnListener: () => 'must not name an address and port at which this service listens itself',
  notThisComputer: () => 'must not name an address of this computer, which this system may not reach',
  notPrivateNetwork: () => 'must not name an address of a private network, which this system may not reach',
  environment: () => 'must be 0 (normal) or 1 (verification)',
  knownDestination: () => 'must be the id of an archive destination of this system',
  presentConnection: () => 'must be the id of a connection that the channel has now',
  sendingConnection: () => 'must be the id of a connection that sends',
  videoSender: () => 'must be the id of a connection that sends video',
  videoReceiver: () => 'must be the id of a connection that receives video',
  ofAnotherBundle: () => 'must be the id of a connection of another bundle than that of the receiver',
  notProto: () => 'must not be __proto__',
  layerOrder: () => 'must have r0, r1 and r2 in this order, each at most once',
  notWhereOff: ({ kind }: { readonly kind: string }) => `must not be set where ${kind} is false`,
  knownUser: () => 'must be the user_id of a user of this system',
  knownSchedule: () => 'must be the schedule_id of a schedule of this system',
  emailFree: () => 'must not be the e-mail address of another user of this system',
  knownMessage: () => 'must be the message_id of a message of this schedule',

  // Archive destinations
  placeUri: () =>
    'must be s3://<bucket>/<path>/, gs://<bucket>/<path>, azblob://<container>/<path> or file:///<path>',
  s3Bucket: () =>
    'must name a bucket of 3 to 63 lower-case letters, digits, dots and hyphens, with a letter or digit at each end',
  gsBucket: () =>
    'must name a bucket of 3 to 63 lower-case letters, digits, dots, hyphens and underscores, with a letter or digit at each end',
  container: () =>
    'must name a container of 3 to 63 lower-case letters, digits and single hyphens, with a letter or digit at each end',
  noControls: () => 'must not have control characters or backslashes',
  noQuery: () => 'must not have a query or a fragment',
  noUser: () => 'must not have a user name or password',
  noEmptyPart: () => 'must not have two slashes side by side in its path',
  noDots: () => 'must not have . or .. in its path',
  pathBytes: ({ max }: Most) => `must have a path of at most ${max} bytes`,
  folderBytes: ({ max }: Most) => `must have at most ${max} bytes in the name of each folder`,
  percent: () => 'must have % before two hexadecimal digits only, and %25 for % itself',
  keyPrefix: () => 'must be parts of letters, digits, dots, hyphens and underscores with / between them',
  noRecordings: () =>
    'must not be empty, nor lead to where another archive destination is or was: recordings lie there',
  publicBase: () => 'must be an http or https URL without user name and password',
  absolutePath: () => 'must be file:/// and an absolute path',
  localPath: () => 'must be file:/// and an absolute path of this machine',
  folder: () => 'must name a folder',
  notOwnFolder: () => 'must not name a folder of the service itself; archive in its data folder may be used',
  outsideFolders: () =>
    'is outside the folders that recordings may be written to; an owner of the installation allows more in the settings',
  neededFor: ({ kind }: { readonly kind: string }) => `is required for ${kind}://`,
  notFor: ({ kind }: { readonly kind: string }) => `must not be given for ${kind}://`,
  endPoint: () => 'must be a host, or an http or https URL, without user name, password, query and fragment',
  region: () => 'must have letters, digits, dots, hyphens and underscores only',
  keyId: () => 'must be printable ASCII without spaces, commas and slashes',
  secretControls: () => 'must not have control characters',
  account: () => 'must have 3 to 24 lower-case letters and digits',
  base64: () => 'must be base64',
  jsonObject: () => 'must hold a JSON object',
  credential: ({ members }: { readonly members: readonly string[] }) =>
    `must hold a JSON object with strings for ${members.join(', ')}; token_uri is an http or https URL`,

  // The emulator
  duration: () => 'must be a duration up to 10 years, as 24h, 90m, 20s or PT24H',
  instant: () => 'must be an instant of ISO 8601 with a time zone, as 2026-11-24T00:00:00Z',

  // The console
  faultId: () => 'must have 1 to 64 characters, each a letter, a digit, a dot, - or _',
  faultIdTaken: () => 'must be the id of one fault only',
  maxFaults: ({ max }: Most) => `must have at most ${max} faults`,
  catcherName: () => 'must have 1 to 40 characters, each one of a to z, 0 to 9 and -',
  catcherAnswer: ({ values }: OneOf) => `must be an object whose kind is one of ${values.join(', ')}`,
  ports: () => 'must be an object of port numbers by name',
  portsDiffer: () => 'must differ',
  arrayOf: ({ values }: OneOf) => `must be an array of ${values.join(', ')}`,
  anyKind: () => 'must name at least one kind',
  origins: () => 'must be an array of origins',
  folders: () => 'must be an array of folders',
  maxFolders: ({ max }: Most) => `must have at most ${max} folders`,
  stored: () => 'must be as the service itself writes it',
  storedBytes: ({ max }: Most) => `must have at most ${max} bytes`,
  storedNumber: ({ max }: Most) => `must be an integer from 0 to ${max}`,
  maxOrigins: ({ max }: Most) => `must have at most ${max} origins`,
  origin: () =>
    'must be http://host[:port] or https://host[:port] as browsers write it: no path, no *, no usual port',
  newSnapshotName: () => 'must differ from other snapshots',
  eventWebhook: () => 'must be a channel with an event webhook',
  fileSize: () => 'must be the size of the file',
}

type Worded = Readonly<Record<string, (values: never) => string>>
type ValuesOf<Table extends Worded, Id extends keyof Table> =
  Parameters<Table[Id]> extends [infer Values] ? Values : NoValues
type Broken<Table extends Worded> = {
  [Id in keyof Table & string]: { readonly rule: Id; readonly values: ValuesOf<Table, Id> }
}[keyof Table & string]

/** Of a rule or a refusal that is worded without any. */
export type NoValues = Readonly<Record<string, never>>

export const RULES = {
  ...SIMPLE_RULES,
  /** The member is missing; `of` is what it must be. */
  required: ({ of }: { readonly of: Broken<typeof SIMPLE_RULES> }) => `is required: ${wordsOf(of)}`,
}

export type RuleId = keyof typeof RULES
export type RuleValues<Id extends RuleId> = ValuesOf<typeof RULES, Id>
/** A rule with its values. */
export type BrokenRule = Broken<typeof RULES>
export type SimpleBrokenRule = Broken<typeof SIMPLE_RULES>

/** A member of a request, and the rule that it breaks. */
export type Problem = BrokenRule & {
  /** As it is written in JSON, for example `hls[0].video.width`. */
  readonly path: string
}

type Given<Id extends RuleId> = RuleValues<Id> extends NoValues ? [] : [values: RuleValues<Id>]

/** A rule of the table with its values. */
export function rule<Id extends RuleId>(id: Id, ...[values]: Given<Id>): BrokenRule {
  return { rule: id, values: values ?? {} } as BrokenRule
}

/** A member that breaks a rule of the table. */
export function problem<Id extends RuleId>(path: string, id: Id, ...given: Given<Id>): Problem {
  return { path, ...rule(id, ...given) }
}

/** A rule in English, as both public APIs answer it. */
export function wordsOf({ rule: id, values }: BrokenRule): string {
  return (RULES[id] as (values: object) => string)(values)
}
