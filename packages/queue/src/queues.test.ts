import { jobKinds, chatSources, type Job } from '@ken/core/ports'
import { anAnswerJob } from '@ken/core/testing'
import { expect, it } from 'vitest'
import { isOnlyJob, jobQueueNames, kindOf, queueNameOf } from './queues.ts'

it('R222 gives each chat queues of its own, and team chat those of earlier versions', () => {
  const jobs = chatSources.map((source) => anAnswerJob({ source }))
  const names = jobs.flatMap((job) => [
    queueNameOf(job),
    queueNameOf({ ...job, kind: 'admit_chat_sender', wasLinked: false }),
  ])
  expect(names).toEqual([
    'answer_chat_post',
    'admit_chat_sender',
    'answer_chat_post_workspace_chat',
    'admit_chat_sender_workspace_chat',
    'answer_chat_post_bot_messenger',
    'admit_chat_sender_bot_messenger',
  ])
  expect(names.filter((name) => !jobQueueNames.includes(name))).toEqual([])
  expect(names.map(kindOf)).toEqual([...jobs, ...jobs].map((_, at) => jobKinds[at % 2]))
})

it('R222 takes a job without a chat for one of team chat', () => {
  const { source: _source, ...old } = anAnswerJob()
  expect(queueNameOf(old satisfies Job)).toBe('answer_chat_post')
})

it('takes a job for the only one of its notification if it is new, and is not tried again', () => {
  const data = { ...anAnswerJob(), onlyJobId: 'one' }
  const [createdOn, startedOn] = [new Date(0), new Date(999)]
  const job = { id: 'one', data, retryCount: 0, createdOn, startedOn }
  expect(isOnlyJob(job)).toBe(true)
  expect(isOnlyJob({ ...job, retryCount: 1 })).toBe(false)
  expect(isOnlyJob({ ...job, id: 'other' })).toBe(false)
  expect(isOnlyJob({ ...job, startedOn: new Date(1_000) })).toBe(false)
  expect(isOnlyJob({ ...job, data: anAnswerJob() })).toBe(false)
})
