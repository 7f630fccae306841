import { useQuery } from '@tanstack/react-query'
import { readDocuments } from '../api/documents.ts'
import { entriesOfDocuments } from './catalog.ts'

/** The published documents and all that they list. They change only with the engine. */
export const useDocuments = (enabled = true) =>
  useQuery({
    queryKey: ['documents'],
    queryFn: async () => {
      const documents = await readDocuments()
      return { documents, entries: entriesOfDocuments(documents) }
    },
    refetchOnWindowFocus: false,
    staleTime: Infinity,
    enabled,
  })
