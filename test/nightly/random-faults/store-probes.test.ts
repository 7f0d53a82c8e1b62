import { expect, it } from 'vitest'
import { createTestDatabase } from '../../support/stores/database.ts'
import { createConditions } from './conditions.ts'
import { createStoreProbes } from './store-probes.ts'

it('a Postgres that answers over an open connection does not count as down, even if logins fail', async () => {
  const { settings, database } = await createTestDatabase({ log_level: 'silent' })
  const conditions = createConditions()
  const probes = createStoreProbes(settings, conditions)
  const late = createStoreProbes(settings, conditions)
  const name = new URL(settings.database_url).pathname.slice(1)
  const allowLogins = (limit: number) => database.query(`ALTER DATABASE ${name} CONNECTION LIMIT ${limit}`)
  try {
    await probes.probe('postgres')
    await allowLogins(0)
    await probes.probe('postgres')
    expect([...conditions.now().keys()]).toEqual([])
    await late.probe('postgres')
    expect([...conditions.now().keys()]).toEqual(['postgres'])
    await probes.probe('postgres')
    expect([...conditions.now().keys()]).toEqual([])
  } finally {
    await allowLogins(-1)
    await Promise.all([probes.close(), late.close()])
  }
})
