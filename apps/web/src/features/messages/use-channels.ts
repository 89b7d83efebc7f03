import { CHANNEL_DEFAULTS } from '@flockwork/contract/limits'
import { useQuery } from '@tanstack/react-query'
import { api } from '../../api/browser.ts'
import { messageKeys } from './keys.ts'

/** The names of a space's channels; the three that every space begins with until they are known. */
export function useChannels(spaceId: string): readonly string[] {
  const { data } = useQuery({
    queryKey: messageKeys.channels(spaceId),
    queryFn: () => api.messages.channels({ query: { org_id: spaceId } }),
  })
  return data?.channels ?? CHANNEL_DEFAULTS
}
