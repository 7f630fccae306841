import { queries } from '../queries.ts'
import { withPage } from './pages.ts'
import { logKey, PAGE, type LogSource } from './log-source.ts'

/**
 * Reads the newest page of a log before anybody shows it; a failure is told to whoever reads it then.
 * @param freshFor milliseconds that it is good for
 */
export function prefetchLog<Row, Filter>(
  source: LogSource<Row, Filter>,
  filter: Filter,
  freshFor: number,
): Promise<void> {
  return queries.prefetchQuery({
    queryKey: logKey(source, filter),
    queryFn: async () =>
      withPage(undefined, await source.read(filter, { limit: PAGE }), Infinity, source.position),
    staleTime: freshFor,
  })
}
