import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Contract } from '../contract/contract.ts'
import { useMessages } from '../language/use-messages.ts'
import { useSession } from '../session/use-session.ts'
import { ActButton } from '../ui/acts/act-button.tsx'
import { uiMessages } from '../ui/messages.ts'
import { Notice } from '../ui/page/notice.tsx'
import { useToast } from '../ui/page/use-toast.ts'
import { Problem } from '../ui/refusals/problem.tsx'
import { Skeleton } from '../ui/display/skeleton.tsx'
import { Table } from '../ui/display/table.tsx'
import { useAct } from '../ui/acts/use-act.ts'
import { AccountPage } from './account-page.tsx'
import { accountMessages } from './messages.ts'

type Agent = Contract['Agent']
const listKey = ['account', 'agents']

/** The person's agents, each of which can be turned on and off. */
export function AgentsScreen(): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const ui = useMessages(uiMessages)
  const { data, error, refetch } = useQuery({
    queryKey: listKey,
    queryFn: () => client.request<Contract['AgentList']>('/api/v1/me/agents'),
  })
  return (
    <AccountPage title={messages.agents} lead={messages.agentsLead}>
      {error !== null && <Problem error={error} onTryAgain={() => void refetch()} />}
      {error === null && data === undefined && <Skeleton rows={2} label={ui.loading} />}
      {data !== undefined && <Agents agents={data.data} />}
    </AccountPage>
  )
}

function Agents({ agents }: { readonly agents: readonly Agent[] }): ReactNode {
  const messages = useMessages(accountMessages)
  if (agents.length === 0) return <p>{messages.noAgents}</p>
  const columns = [messages.agent, messages.agentState, messages.acts]
  return (
    <>
      {agents.some(({ enabled }) => !enabled) && <Notice>{messages.agentsOffText}</Notice>}
      <Table label={messages.agents} columns={columns}>
        {agents.map((agent) => (
          <Row key={agent.id} agent={agent} />
        ))}
      </Table>
    </>
  )
}

function Row({ agent: { id, name, enabled } }: { readonly agent: Agent }): ReactNode {
  const { client } = useSession()
  const messages = useMessages(accountMessages)
  const queryClient = useQueryClient()
  const toast = useToast()
  const act = useAct(
    (isOn: boolean) =>
      client.request(`/api/v1/me/agents/${id}`, { method: 'PUT', json: { enabled: isOn } }),
    (_, isOn) => {
      void queryClient.invalidateQueries({ queryKey: listKey })
      toast({
        text: isOn ? messages.agentTurnedOn(name) : messages.agentTurnedOff(name),
        undo: () => act.run(!isOn),
        about: id,
      })
    },
  )
  const verb = enabled ? messages.turnAgentOff : messages.turnOn
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{enabled ? messages.agentOn : messages.agentOff}</td>
      <td>
        <ActButton
          kind="secondary"
          act={act}
          aria-label={`${verb}: ${name}`}
          onClick={() => act.run(!enabled)}
        >
          {verb}
        </ActButton>
        {act.error !== null && <Problem error={act.error} />}
      </td>
    </tr>
  )
}
