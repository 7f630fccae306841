/** English texts of archive destinations. */
export const destinationsEn = {
  pages: 'Pages of the archive room',
  title: 'Destinations',
} as const
