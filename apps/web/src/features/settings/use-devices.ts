import { accountRoutes, type Device } from '@flockwork/contract/account'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ApiError } from '../../api/api-error.ts'
import { useServices, type AppServices } from '../../api/services.ts'
import { settingsKeys } from './keys.ts'

interface Devices {
  /** This device first, then the others, most recently used first. */
  devices: readonly Device[] | undefined
  isLoading: boolean
  error: Error | null
  retry: () => void
}

/** The signed-in devices; refetched each time the section opens. */
export function useDevices(): Devices {
  const { api } = useServices()
  const { data, isPending, error, refetch } = useQuery({
    queryKey: settingsKeys.devices,
    queryFn: ({ signal }) => api.call(accountRoutes.devices, { signal }),
    select: ({ devices }) => devices.toSorted(byUse),
    staleTime: 0,
    networkMode: 'always',
  })
  return { devices: data, isLoading: isPending, error, retry: () => void refetch() }
}

function byUse(one: Device, other: Device): number {
  const first = Number(other.current) - Number(one.current)
  return first === 0 ? Date.parse(other.last_used_at) - Date.parse(one.last_used_at) : first
}

/** Signs devices out sequentially; stops at the first failure. */
export function useRevoke() {
  const services = useServices()
  const queryClient = useQueryClient()
  return useMutation({
    async mutationFn(deviceIds: readonly string[]) {
      for (const deviceId of deviceIds) await revoke(services, deviceId)
    },
    // also after a failure: some may have been signed out
    onSettled: () => queryClient.invalidateQueries({ queryKey: settingsKeys.devices }),
  })
}

/** A device that is no longer signed in is as good as revoked. */
async function revoke({ api }: AppServices, deviceId: string): Promise<void> {
  try {
    await api.call(accountRoutes.revokeDevice, { body: { device_id: deviceId } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
