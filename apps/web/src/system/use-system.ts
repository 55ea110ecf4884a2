import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import type { Contract } from '../contract/contract.ts'
import { useSession } from '../session/use-session.ts'

export type System = Contract['System']
export type Part = System['parts'][number]
export type ProcessRole = System['processes'][number]['role']
export type JobKind = System['queue']['counts'][number]['kind']
export type DeadLetter = Contract['DeadLetters']['data'][number]

export const systemPath = '/api/v1/admin/system'
export const deadLettersPath = `${systemPath}/dead-letters`
const pollMs = 10_000

/** The parts and the queue, read again while the page is visible. */
export function useSystem(): UseQueryResult<System> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['system', 'state'],
    queryFn: () => client.request<System>(systemPath),
    refetchInterval: pollMs,
  })
}

/** The latest jobs that are no longer retried. */
export function useDeadLetters(): UseQueryResult<Contract['DeadLetters']> {
  const { client } = useSession()
  return useQuery({
    queryKey: ['system', 'dead-letters'],
    queryFn: () => client.request<Contract['DeadLetters']>(deadLettersPath),
    refetchInterval: pollMs,
  })
}

/** Reads the system again. */
export function useForgetSystem(): () => void {
  const queryClient = useQueryClient()
  return () => void queryClient.invalidateQueries({ queryKey: ['system'] })
}
