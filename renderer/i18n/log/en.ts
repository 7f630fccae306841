/** English texts that all logs have: webhooks, recordings, calls. */
export const logEn = {
  all: 'All',
  time: 'Time',
  last: { '1h': 'Last hour', '24h': 'Last 24 hours', '7d': 'Last 7 days', between: 'Between…' },
  from: 'From, {{zone}}',
  to: 'To, {{zone}}',
  since: 'Since, {{zone}}',
  filters: 'Filters',
  filtersActive: 'Filters ({{number}})',
  clearFilters: 'Clear filters',
  fresh: '{{number}} new',
  older: 'Show older',
  olderFailed: 'Older ones were not read. {{reason}}',
} as const
