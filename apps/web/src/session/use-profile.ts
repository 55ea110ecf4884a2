import type { Profile, User } from '@ken/client'
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useSession } from './use-session.ts'

const profileKey = ['profile']

/** The person's own account as it is now, with what they may do. Always read again on focus. */
export function useProfile(): UseQueryResult<Profile> {
  const { client } = useSession()
  return useQuery({
    queryKey: profileKey,
    queryFn: client.profile,
    refetchOnWindowFocus: 'always',
  })
}

/** Reads the account again. */
export function useForgetProfile(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: profileKey })
}

/** Shows a changed account at once, also before it is read again. */
export function useChangeProfile(): (user: User) => void {
  const queryClient = useQueryClient()
  return (user) => {
    queryClient.setQueryData<Profile>(profileKey, (before) => before && { ...before, ...user })
    void queryClient.invalidateQueries({ queryKey: profileKey })
  }
}
