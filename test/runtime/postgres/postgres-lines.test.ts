import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { createDatabase } from '../../../runtime/postgres/postgres.ts'
import { cleanUp } from '../../support/harness/clean-up.ts'
import { countInstances } from '../../support/harness/count-instances.ts'
import { eventually } from '../../support/harness/eventually.ts'
import { testSettings } from '../../support/harness/settings.ts'

const ENDED = 30

it('thirty connections that Postgres ended leave nothing behind', async () => {
  const database = createDatabase(testSettings(), { application_name: 'legislog test' })
  cleanUp(() => database.end())
  const endOne = () => database.query('SELECT pg_terminate_backend(pg_backend_pid())').catch(() => {})
  await endOne()
  const before = countInstances(Socket)
  for (let time = 0; time < ENDED; time++) await endOne()
  await eventually(() => database.totalCount === 0)
  expect(database.listenerCount('error')).toBe(1)
  await eventually(() => countInstances(Socket) <= before)
})
