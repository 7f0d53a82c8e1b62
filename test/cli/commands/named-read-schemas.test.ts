import { beforeAll, expect, it } from 'vitest'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { createSetting, type Setting } from '../../projections/support/projecting.ts'
import { legislogHere } from '../../support/harness/command-line.ts'
import { everyNth } from '../../support/harness/nightly.ts'

let setting: Setting

beforeAll(async () => {
  setting = await createSetting()
})

const run = (command: string) =>
  legislogHere([...command.split(' '), '--json'], { env: settingsEnvironment(setting.settings) })

it.each(
  everyNth(2, [
    ['verify --read-schema read_0099', 'not_found', 'read schema read_0099 does not exist'],
    ['verify --read-schema live', 'usage', 'has a name such as read_0001, not "live"'],
    ['verify --partition 9999', 'usage', 'read_0001 has no partition 9999: it has 0 to'],
    ['parked retry --all --read-schema read_0099', 'not_found', 'read schema read_0099 does not exist'],
    ['parked show bills x --read-schema live', 'usage', 'has a name such as read_0001, not "live"'],
    ['api --read-schema read_0099', 'not_found', 'read schema read_0099 does not exist'],
    ['api --read-schema live', 'usage', 'has a name such as read_0001, not "live"'],
    ['project --once --read-schema read_0099', 'not_found', 'read schema read_0099 does not exist'],
    ['compare read_0001 read_0099', 'not_found', 'read schema read_0099 does not exist'],
  ]),
)('legislog %s is refused with the code %s', async (command, code, message) => {
  const outcome = await run(command)
  expect(outcome.code).toBe(code === 'usage' ? 2 : 1)
  expect(outcome.json()).toMatchObject({ error: { code, message: expect.stringContaining(message) } })
})
