/** English texts on the pictures of tiles. */
export const onAirEn = {
  plate: 'ON AIR',
  lastPicture: 'Last picture {{time}}',
  lacks: {
    'no-video': 'No new picture for {{time}}',
    black: 'Viewers see black for {{time}}',
    'no-audio': 'Viewers hear nothing for {{time}}',
    silent: 'Viewers hear nothing for {{time}}',
    frozen: 'Still picture for {{time}}',
  },
}
