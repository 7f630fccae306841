/** English texts on the pictures of tiles, and of a window that is on air. */
export const onAirEn = {
  plate: 'ON AIR',
  unknown: 'What is on air is unknown',
  unknownHelp: 'There is no contact with the engine. What is on air appears here once there is.',
  signOut: {
    title: 'You are on air on {{name}}',
    lead: 'The broadcast ends before you are signed out.',
    do: 'End and sign out',
  },
  still: {
    broadcast: 'This window is still on air on {{name}}. Viewers see and hear it until you end it.',
    rehearsal: 'A rehearsal still runs in this window.',
  },
  lastPicture: 'Last picture {{time}}',
  lacks: {
    'no-video': 'No new picture for {{time}}',
    black: 'Viewers see black for {{time}}',
    'no-audio': 'Viewers hear nothing for {{time}}',
    silent: 'Viewers hear nothing for {{time}}',
    frozen: 'Still picture for {{time}}',
  },
}
