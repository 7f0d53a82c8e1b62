import { randomBytes } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import type { Settings } from '../../../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../../../stack/settings-environment.ts'
import { legislogHere } from '../../../support/harness/command-line.ts'
import { createTestTopics } from '../../../support/log/topics.ts'
import { createTestDatabase, type TestDatabase } from '../../../support/stores/database.ts'

let test: TestDatabase
let settings: Settings

beforeAll(async () => {
  test = await createTestDatabase({
    webhook_allow_insecure: true,
    webhook_secret_key: randomBytes(32).toString('base64'),
  })
  settings = await createTestTopics(test.settings)
})

const endpoint = (...args: string[]) =>
  legislogHere(['endpoint', ...args, '--account', 'acme', '--json'], {
    env: settingsEnvironment(settings),
  })

it('legislog endpoint writes what it changes into the audit log of the account', async () => {
  const made = await endpoint('create', '--url', 'http://127.0.0.1:8099/acme', '--events', '*')
  expect(made.stderr).toBe('')
  const { id } = made.json() as { id: number }
  for (const change of ['pause', 'resume', 'rotate', 'delete'])
    expect((await endpoint(change, String(id))).code, change).toBe(0)
  const { rows } = await test.database.query<{ actor: string; action: string; path: string }>(
    'SELECT actor, action, path FROM account.audit_entry ORDER BY id',
  )
  expect(new Set(rows.map(({ actor }) => actor))).toEqual(new Set(['operator']))
  expect(rows.map(({ action, path }) => `${action} ${path}`)).toEqual([
    'createAccount /v1/account',
    ...[
      'createWebhookEndpoint',
      'pauseWebhookEndpoint',
      'resumeWebhookEndpoint',
      'rotateWebhookSecret',
      'deleteWebhookEndpoint',
    ].map((action) => `${action} /v1/webhook_endpoints/${id}`),
  ])
})
