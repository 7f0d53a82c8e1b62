import { setImmediate } from 'node:timers/promises'
import { expect, it } from 'vitest'
import type { RegistryClient } from '../../../runtime/registry/registry-client.ts'
import { readSchemas } from '../../../runtime/registry/schema-folder.ts'
import { findOrRegister } from '../../../runtime/registry/schema-registration.ts'

it('a registry with ten database connections is never asked for more schemas at once', async () => {
  let asked = 0
  let most = 0
  const registry = {
    async idOf(_subject, { $id }) {
      asked += 1
      most = Math.max(most, asked)
      await setImmediate()
      asked -= 1
      return readSchemas().findIndex(({ schema }) => schema.$id === $id)
    },
  } as Partial<RegistryClient> as RegistryClient
  expect(await findOrRegister(registry)).toEqual(readSchemas().map((_, index) => index))
  expect(most).toBeGreaterThan(1)
  expect(most).toBeLessThan(10)
})
