import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { partFolders, readStructure } from '../../../cli/check/structure.ts'
import { homeFolder, projectFolder, type Settings } from '../../../runtime/settings/settings.ts'
import { settingsEnvironment } from '../../../stack/settings-environment.ts'
import { cleanUp } from '../harness/clean-up.ts'
import type { MainProcess } from '../harness/main-process.ts'

const parts = [...partFolders(readStructure(projectFolder)).filter((part) => part !== 'test'), 'package.json']

export type NewerVersion = {
  readonly folder: string
  start(args: readonly string[], settings: Settings): MainProcess
}

/**
 * A possible next version of this code, in a separate folder: `bill.action` has a version 3 whose action says whether
 * it was certified. These are the edits that docs/events.md lists.
 */
export async function createNewerVersion(): Promise<NewerVersion> {
  const folder = await mkdtemp(join(tmpdir(), 'legislog-newer-'))
  cleanUp(() => rm(folder, { recursive: true, force: true }))
  for (const part of parts) await cp(join(projectFolder, part), join(folder, part), { recursive: true })
  await symlink(join(projectFolder, 'node_modules'), join(folder, 'node_modules'))

  const edit = async (file: string, from: string, to: string): Promise<void> => {
    const text = await readFile(join(folder, file), 'utf8')
    if (!text.includes(from)) throw new Error(`${file} does not hold ${JSON.stringify(from)}`)
    await writeFile(join(folder, file), text.replace(from, to))
  }
  await edit(
    'schemas/event-bodies/bill.ts',
    'export const BillActionV1 =',
    `export const BillActionV3 = BillEventBody({
  action: Type.Object({ ...Action.properties, certified: Nullable(Type.Boolean()) }),
})
export const BillActionV1 =`,
  )
  await edit(
    'schemas/log/event-catalog.ts',
    "'bill.action': eventType(bills, 'bill', 2)",
    "'bill.action': eventType(bills, 'bill', 3)",
  )
  await edit(
    'schemas/log/event-schemas.ts',
    '[bill.BillActionV1, bill.BillAction]',
    '[bill.BillActionV1, bill.BillAction, bill.BillActionV3]',
  )
  await edit(
    'schemas/log/upcasters.ts',
    'splitActor(body.action as ActionV1) })],',
    `splitActor(body.action as ActionV1) }),
    (body) => ({ ...body, action: { ...(body.action as Action), certified: null } }),
  ],`,
  )
  const fixture = await readFile(join(folder, 'schemas/fixtures/bill.action.v2.json'), 'utf8')
  const newer = fixture
    .replace('bill.action:v2', 'bill.action:v3')
    .replace('"action": {', '"action": {\n      "certified": true,')
  await writeFile(join(folder, 'schemas/fixtures/bill.action.v3.json'), newer)

  return {
    folder,
    start(args, settings) {
      const child = spawn(process.execPath, [join(folder, 'cli', 'main.ts'), ...args], {
        env: { ...process.env, ...settingsEnvironment({ ...settings, home: homeFolder(settings) }) },
        stdio: ['ignore', 'ignore', 'inherit'],
      })
      cleanUp(async () => void child.kill('SIGKILL'))
      return { child, ended: once(child, 'exit') as unknown as MainProcess['ended'] }
    },
  }
}
