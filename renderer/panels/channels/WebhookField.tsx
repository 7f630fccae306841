import { Autocomplete, type AutocompleteProps } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { CATCHERS_KEY, listCatchers } from '../../api/catchers.ts'

/** The address of a webhook: typed, or that of a catcher. */
export function WebhookField(props: AutocompleteProps) {
  const { data = [] } = useQuery({ queryKey: CATCHERS_KEY, queryFn: listCatchers })
  return <Autocomplete placeholder="http://" data={data.map(({ url }) => url)} limit={50} {...props} />
}
