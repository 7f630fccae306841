/** English texts that all logs have: webhooks, recordings, calls. */
export const logEn = {
  all: 'All',
  filters: 'Filters',
  filtersActive: 'Filters ({{number}})',
  clearFilters: 'Clear filters',
  fresh: '{{number}} new',
  older: 'Show older',
  olderFailed: 'Older ones were not read. {{reason}}',
} as const
